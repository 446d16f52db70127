// Writes the playground as one gzipped page beside its handler. The page has 9 MB of third-party code. So it is built
// from the installed package, at start and before a deployment, instead of being committed.
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { writeGenerated } from '../write-generated.ts'
import { makeAccessible } from './accessible-page.ts'

/** Where the page is written; bundles copy it beside the handler. */
export const PLAYGROUND_FILE = join(import.meta.dirname, 'generated', 'playground.html.gz')

const SOURCES = [import.meta.filename, join(import.meta.dirname, 'accessible-page.ts')]

const WELCOME = `# Pauta: notícias do governo federal.
# Experimente (Ctrl+Enter executa):

query Noticias {
  articles(limit: 5) {
    found
    articles { title agencyName publishedAt url }
  }
}

query Busca {
  search(query: "vacinação", semantic: true) {
    found
    articles { title summary }
  }
}

# Precisa de {"authorization": "Bearer …"} nos cabeçalhos (Headers, abaixo):

subscription Recortes {
  generateRecortes(prompt: "vacinação e Bolsa Família") {
    __typename
    ... on AgentEventThinking { message }
    ... on AgentEventAdjusting { message }
    ... on AgentEventToolResult { tool resultJson }
    ... on AgentEventDone {
      suggestedName explanation recortes { title themes agencies keywords excludeKeywords }
    }
    ... on AgentEventError { message }
  }
}
`

/** Options of the page. The package's types name only some of them. */
const OPTIONS = {
  title: 'Pauta',
  defaultQuery: WELCOME,
  subscriptionsProtocol: 'GRAPHQL_SSE' as const,
  // Relative to the page's own address.
  subscriptionsEndpoint: 'graphql/stream',
  method: 'POST' as const,
}

/** Builds the page unless it is newer than its package. Returns its path. */
export async function buildPlayground(): Promise<string> {
  const source = createRequire(import.meta.url).resolve('@graphql-yoga/render-graphiql')
  const fresh =
    existsSync(PLAYGROUND_FILE) &&
    statSync(PLAYGROUND_FILE).mtimeMs > statSync(source).mtimeMs &&
    SOURCES.every((file) => statSync(PLAYGROUND_FILE).mtimeMs > statSync(file).mtimeMs)
  if (fresh) return PLAYGROUND_FILE
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql')
  const page = makeAccessible(renderGraphiQL(OPTIONS))
  await writeGenerated(PLAYGROUND_FILE, await promisify(gzip)(page, { level: 9 }))
  return PLAYGROUND_FILE
}

if (process.argv[1] === import.meta.filename) await buildPlayground()
