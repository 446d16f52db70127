// `npm start`: the whole service on a laptop, with sample data, until Ctrl-C.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  DEFAULT_DATA_FOLDER,
  forgetRunningStack,
  prepareDataFolder,
  rememberRunningStack,
} from './data-folder.ts'
import { explainFolderError } from './folder-errors.ts'
import { describeUnreachableSites } from './check-sites.ts'
import { startLocalSites } from './local-sites.ts'
import { assertPortFree, findPortFrom } from './ports.ts'
import { describePerson } from '@pauta/sample-data/people/sample-users'
import { loadSampleData } from '@pauta/sample-data/load'
import { recordSample } from '@pauta/sample-data/sample-note'
import { openObservatory } from './observatory.ts'
import { findSiteNews, listShownNews } from './site-news.ts'
import { findOutsideEmbedding, findOutsideStores, listNewsSites, startStack } from './stack.ts'
import { dataOption, showScreen } from './start-screen.ts'

const DEFAULT_PORT = 8000
const INDEX_PORT = 8108
const INBOX_PORT = 8025
const SITES_PORT = 8026
const PORTAL_ORIGIN = 'http://localhost:3000'

const USAGE = `npm start -- [--port ${DEFAULT_PORT}] [--data DIR] [--empty] [--live --contact ADDRESS]

  --port N    port of the API (default ${DEFAULT_PORT}, or the next one that is free); the index takes ${INDEX_PORT}, the inbox
              ${INBOX_PORT} and the emulated sites ${SITES_PORT} where they are free, every other port is a free one: all are printed
  --data DIR  folder that keeps everything between starts (default ${DEFAULT_DATA_FOLDER})
  --empty     without sample data: the catalogue of agencies and no news
  --live      reads the real sites of the government in place of the emulated ones, one request a second
  --contact   your mail or web address, which --live sends to the sites with every request

The variables SST_RESOURCE_Database and SST_RESOURCE_SearchIndex name a PostgreSQL (with pgvector) and a Typesense that
run already, in place of the built-in ones; compose.yaml has both. Give such a stack a folder of its own.
SST_RESOURCE_EmbeddingService names a service that makes vectors, in place of the built-in model.`

function readArguments() {
  try {
    return parseArgs({
      options: {
        port: { type: 'string' },
        data: { type: 'string', default: DEFAULT_DATA_FOLDER },
        empty: { type: 'boolean', default: false },
        live: { type: 'boolean', default: false },
        contact: { type: 'string', default: '' },
        help: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${reason}. What there is: npm start -- --help`, { cause: error })
  }
}

/** Throws an error that names the help when an option is unknown. */
function readOptions() {
  const { values } = readArguments()
  const port = values.port === undefined ? undefined : Number(values.port)
  if (port !== undefined && (!Number.isInteger(port) || port < 1 || port > 65_535))
    throw new Error(`--port ${values.port} is not a port number`)
  const { empty, help, live, contact } = values
  if (live && !/^(https?:\/\/\S+|[\w.+-]+@[\w-]+\.\S+)$/.test(contact))
    throw new Error('--live needs --contact with your mail or web address, so that a site can reach you')
  return { port, dataDir: resolve(values.data), empty, help, live, contact }
}

type Options = ReturnType<typeof readOptions> & { port: number }

/** Returns the requested port, which must be free, or the first free port from the default on. */
async function choosePort(asked: number | undefined): Promise<number> {
  if (asked === undefined) return await findPortFrom(DEFAULT_PORT)
  await assertPortFree(asked)
  return asked
}

/** Real sites get requests from this machine, so a person reads first what they will get. */
const politenessOf = (contact: string) => `
The real sites are read: at most one request a second to www.gov.br and one in ten seconds to the broadcaster, with the
user agent "Pauta/local (+${contact})". robots.txt, Retry-After and unchanged pages are respected. A site may refuse
this address; the scraper then waits for hours. Stop with Ctrl-C, and do not run --live on several machines at once.
`

/** Starts the emulated sites, or none when the real ones are read. */
async function openSites({ live, contact, empty }: Options, say: (text: string) => void) {
  if (live) {
    say(politenessOf(contact))
    return { resource: { contact, relay: { url: '' } }, url: undefined, stop: async () => {} }
  }
  const listNews = empty ? () => [] : listShownNews
  const findNews = empty ? undefined : findSiteNews
  return await startLocalSites({ port: SITES_PORT, sites: listNewsSites(), listNews, findNews })
}

/** Starts the stack with its sample data. No schedule runs before the sample is complete. */
async function start(options: Options) {
  const { dataDir, port, empty } = options
  const outside = findOutsideStores()
  const { isNew } = await prepareDataFolder(dataDir)
  // Written first: when an article arrives before the sample, or this start is interrupted, the next start still loads
  // the sample.
  if (isNew && !empty && !outside.database)
    await recordSample(dataDir, { now: new Date().toISOString(), complete: false })
  const say = (text: string) => console.log(text)
  say('Starting Pauta …')
  let articles = 0
  const site = await openObservatory(say)
  const sites = await openSites(options, say)
  const stack = await startStack({
    dataDir,
    site,
    port,
    indexPort: INDEX_PORT,
    outside,
    embedding: findOutsideEmbedding(),
    corsOrigins: [PORTAL_ORIGIN],
    inbox: { port: INBOX_PORT },
    schedules: true,
    say,
    sites: sites.resource,
    prepare: async () => {
      articles = await loadSampleData({
        dataDir,
        empty,
        now: new Date(),
        say,
        describePerson,
      })
    },
  })
  await rememberRunningStack(dataDir, stack)
  return { stack, articles, sites }
}

async function main(): Promise<void> {
  const options = readOptions()
  if (options.help) {
    console.log(USAGE)
    return
  }
  const port = await choosePort(options.port)
  const { dataDir, empty } = options
  const { stack, articles, sites } = await start({ ...options, port }).catch((error: unknown) => {
    throw explainFolderError(error, dataDir)
  })
  console.log(showScreen(stack, { dataDir, articles, hasNews: !empty, sitesUrl: sites.url, now: new Date() }))
  console.log(`ready ${stack.graphqlUrl}`)
  if (options.live) {
    const addresses = listNewsSites().flatMap(({ listingUrls }) => listingUrls)
    const statusCommand = `npm run scrape -- status${dataOption(dataDir)}`
    const text = await describeUnreachableSites(addresses, { contact: options.contact, statusCommand })
    if (text !== '') console.log(text)
  }

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    console.log('\nStopping …')
    await forgetRunningStack(dataDir)
    await stack.stop()
    await sites.stop()
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
