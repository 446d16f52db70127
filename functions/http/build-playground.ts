// Writes the playground as one gzipped page beside its handler. It is 9 MB of somebody else's code, so it is made from
// the installed package at start and before a deployment rather than committed.
import { existsSync, statSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

/** Where the page is made; bundles copy it beside the handler. */
const PLAYGROUND_FILE = join(import.meta.dirname, 'generated', 'playground.html.gz')

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
      suggestedName explanation recortes { title themes agencies keywords }
    }
    ... on AgentEventError { message }
  }
}
`

/** Of the page, which the typed options of the package name only in part. */
const OPTIONS = {
  title: 'Pauta',
  defaultQuery: WELCOME,
  subscriptionsProtocol: 'GRAPHQL_SSE' as const,
  // Beside the page's own address, wherever that is.
  subscriptionsEndpoint: 'graphql/stream',
  method: 'POST' as const,
}

/** Makes the page unless it is newer than the package that it comes from. */
export async function buildPlayground(): Promise<string> {
  const source = createRequire(import.meta.url).resolve('@graphql-yoga/render-graphiql')
  const fresh =
    existsSync(PLAYGROUND_FILE) &&
    statSync(PLAYGROUND_FILE).mtimeMs > statSync(source).mtimeMs &&
    statSync(PLAYGROUND_FILE).mtimeMs > statSync(import.meta.filename).mtimeMs
  if (fresh) return PLAYGROUND_FILE
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql')
  const page = renderGraphiQL(OPTIONS)
  await mkdir(dirname(PLAYGROUND_FILE), { recursive: true })
  await writeFile(PLAYGROUND_FILE, await promisify(gzip)(page, { level: 9 }))
  return PLAYGROUND_FILE
}

if (process.argv[1] === import.meta.filename) await buildPlayground()
