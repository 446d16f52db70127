// `npm start`: the whole service on a laptop, with sample data, until Ctrl-C.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  DEFAULT_DATA_FOLDER,
  forgetRunningStack,
  prepareDataFolder,
  rememberRunningStack,
} from './data-folder.ts'
import { assertPortFree, isPortFree } from './ports.ts'
import { describePerson } from './sample-users.ts'
import { loadSampleData } from './seed/load.ts'
import { findOutsideStores, startStack, type Stack } from './stack.ts'

const DEFAULT_PORT = 8000
const INDEX_PORT = 8108
const INBOX_PORT = 8025
const DIGEST_IN_MS = 4 * 60_000
const PORTAL_ORIGIN = 'http://localhost:3000'

const USAGE = `npm start -- [--port ${DEFAULT_PORT}] [--data DIR] [--empty]

  --port N    port of the API (default ${DEFAULT_PORT}); every other port is chosen free and printed
  --data DIR  folder that keeps everything between starts (default ${DEFAULT_DATA_FOLDER})
  --empty     without sample data: the catalogue of agencies and no news

The variables SST_RESOURCE_Database and SST_RESOURCE_SearchIndex name a PostgreSQL (with pgvector) and a Typesense that
run already, in place of the built-in ones; compose.yaml has both. Give such a stack a folder of its own.`

function readOptions() {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: String(DEFAULT_PORT) },
      data: { type: 'string', default: DEFAULT_DATA_FOLDER },
      empty: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`--port ${values.port} is no port number`)
  return { port, dataDir: resolve(values.data), empty: values.empty, help: values.help }
}

function screen(stack: Stack, options: { dataDir: string; articles: number }): string {
  const { graphqlUrl, frontUrl } = stack
  // What has just become searchable is delivered two minutes later.
  const dueMinute = new Date(Date.now() + DIGEST_IN_MS).getUTCMinutes()
  return `
Pauta runs on this machine with ${options.articles} articles. Ctrl-C stops it; the next start keeps its data.

  playground    ${graphqlUrl}   (open it in a browser)
  health        ${frontUrl}/health
  ready         ${frontUrl}/ready
  inbox         ${stack.inbox?.url}   (mails, Telegram, pushes and webhooks arrive there and nowhere else)
  datasets      ${stack.datasetHub.url}   (what npm run job -- export-dataset publishes)
  search index  ${stack.indexUrl}   header X-TYPESENSE-API-KEY: ${stack.indexKey}
  PostgreSQL    ${stack.databaseUrl}
  SQS and S3    ${stack.awsUrl}
  identity      users ${stack.userIssuer} · services ${stack.serviceIssuer}
  log in        npm run -s token -- author      (a bearer token of author, reader, guest or any other name)
  internal API  npm run -s token -- --service   (prints a bearer token of worker@pauta.local)
  data          ${options.dataDir}

Ask it something:

  curl -s ${graphqlUrl} -H 'content-type: application/json' \\
    -d '{"query":"{ articles(limit: 3) { found articles { title agencyName publishedAt } } }"}'

  curl -s ${graphqlUrl} -H 'content-type: application/json' \\
    -d '{"query":"{ search(query: \\"vacinação\\", semantic: true) { found articles { title } } }"}'

  curl -s '${stack.indexUrl}/collections/news/documents/search?q=*&query_by=title&per_page=1' \\
    -H 'X-TYPESENSE-API-KEY: ${stack.indexKey}'

Have a digest arrive in the inbox, at the time that this answers:

  curl -s ${graphqlUrl} -H 'content-type: application/json' \\
    -H "authorization: Bearer $(npm run -s token -- author)" \\
    -d '{"query":"mutation { createClipping(input: { name: \\"Saúde\\", schedule: \\"${dueMinute} * * * *\\", recortes: [{ title: \\"Saúde\\", themes: [\\"03\\"] }], deliveryChannels: { email: true } }) { nextRunAt } }"}'

Watch an agent make recortes of a request, step by step:

  curl -N ${graphqlUrl}/stream -H 'content-type: application/json' \\
    -H "authorization: Bearer $(npm run -s token -- reader)" \\
    -d '{"query":"subscription { generateRecortes(prompt: \\"vacinação e Bolsa Família\\") { __typename ... on AgentEventThinking { message } ... on AgentEventToolResult { resultJson } ... on AgentEventDone { suggestedName explanation } ... on AgentEventError { message } } }"}'

Sites are read every quarter of an hour (by a stand-in that makes news up). Without waiting:

  npm run job -- scrape --agency saude                  news of one agency, on its way to readers
  npm run job -- export-dataset                         yesterday's news as Parquet, to the hub above
  npm run job -- --list                                 every job there is
  npm run pipeline -- status                            what is still to do, and what failed and why

Try next:

  npm run import-news -- FILE.jsonl                     bring in news of your own
  npm run sync-typesense -- --full-sync                 and copy them into the index
  npm start -- --empty --data .pauta-empty              start without sample data
`
}

async function main(): Promise<void> {
  const options = readOptions()
  if (options.help) {
    console.log(USAGE)
    return
  }
  await assertPortFree(options.port)
  const outside = findOutsideStores()
  await prepareDataFolder(options.dataDir)
  const indexPort = (await isPortFree(INDEX_PORT)) ? INDEX_PORT : 0
  const inboxPort = (await isPortFree(INBOX_PORT)) ? INBOX_PORT : 0
  console.log('Starting Pauta …')
  const stack = await startStack({
    dataDir: options.dataDir,
    port: options.port,
    indexPort,
    outside,
    corsOrigins: [PORTAL_ORIGIN],
    inbox: { port: inboxPort },
    schedules: true,
    // Who asked for a stack without news gets none by itself either.
    ...(options.empty && { listNews: () => [] }),
  })
  const articles = await loadSampleData({
    dataDir: options.dataDir,
    empty: options.empty,
    now: new Date(),
    say: (text) => console.log(text),
    describePerson,
  })
  await rememberRunningStack(options.dataDir, stack)
  console.log(screen(stack, { dataDir: options.dataDir, articles }))
  console.log(`ready ${stack.graphqlUrl}`)

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    console.log('\nStopping …')
    await forgetRunningStack(options.dataDir)
    await stack.stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      stop().catch((error: unknown) => {
        console.error(error)
        process.exit(1)
      })
    })
  }
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
