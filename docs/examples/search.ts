// Searches the news: npx node search.ts WORDS. Needs `npm install @urql/core`.
import { argv, env, exit } from 'node:process'
import { Client, fetchExchange, gql } from '@urql/core'

interface Answer {
  search: { found: number; articles: { title: string; url: string; agencyName: string }[] }
}

const SEARCH = gql<Answer, { words: string }>`
  query Search($words: String!) {
    search(query: $words, limit: 3) {
      found
      articles {
        title
        url
        agencyName
      }
    }
  }
`

const client = new Client({
  url: `${env['PAUTA_URL'] ?? 'http://localhost:8000'}/graphql`,
  exchanges: [fetchExchange],
  // A GET is cacheable. With a token, send POST: each GET address with a token costs a browser a preflight.
  preferGetMethod: true,
})

const { data, error } = await client.query(SEARCH, { words: argv.slice(2).join(' ') })
if (error || !data) {
  // Every error of the API carries a code.
  console.error(error?.graphQLErrors[0]?.extensions['code'] ?? error?.message)
  exit(1)
}
console.log(`${data.search.found} articles`)
for (const { title, agencyName, url } of data.search.articles)
  console.log(`${title} (${agencyName})\n  ${url}`)
