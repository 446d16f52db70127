#!/bin/sh
# Searches the news: sh search.sh WORDS
set -eu
url=${PAUTA_URL:-http://localhost:8000}/graphql
words=${1:?words to search for}
query='query ($words: String!) { search(query: $words, limit: 3) { found articles { title url agencyName } } }'

# By POST. jq would build the JSON too; printf is enough for words without quotes.
curl --fail-with-body --silent --show-error "$url" \
  --header 'content-type: application/json' \
  --data "$(printf '{"query":"%s","variables":{"words":"%s"}}' "$query" "$words")"
echo

# By GET, with the headers: browsers and caches may store the answer for as long as Cache-Control allows.
curl --fail-with-body --silent --show-error --include --get "$url" \
  --header 'accept: application/json' \
  --data-urlencode "query=$query" \
  --data-urlencode "variables={\"words\":\"$words\"}"
echo
