"""Writes pages of articles as CSV. Needs Python 3.9 or newer and nothing else."""

import argparse
import csv
import json
import os
import sys
import urllib.request

QUERY = """
query ($page: Int!, $agency: [String!]) {
  articles(page: $page, limit: 20, filter: { agencies: $agency }) {
    found
    articles { uniqueId publishedAt agencyName title url }
  }
}
"""
COLUMNS = ["uniqueId", "publishedAt", "agencyName", "title", "url"]


def ask(url, variables):
    """Returns the data of one GraphQL request. Raises RuntimeError with the code of the first error."""
    body = json.dumps({"query": QUERY, "variables": variables}).encode()
    request = urllib.request.Request(url, data=body, headers={"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as response:
        answer = json.load(response)
    if answer.get("errors"):
        first = answer["errors"][0]
        raise RuntimeError(f"{first['extensions']['code']}: {first['message']}")
    return answer["data"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--agency", help="key of an agency, such as saude")
    parser.add_argument("--pages", type=int, default=1)
    options = parser.parse_args()
    url = os.environ.get("PAUTA_URL", "http://localhost:8000") + "/graphql"

    writer = csv.DictWriter(sys.stdout, COLUMNS)
    writer.writeheader()
    for page in range(1, options.pages + 1):
        agency = [options.agency] if options.agency else None
        articles = ask(url, {"page": page, "agency": agency})["articles"]["articles"]
        if not articles:
            break
        writer.writerows(articles)


if __name__ == "__main__":
    main()
