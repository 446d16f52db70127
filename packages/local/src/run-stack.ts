import { loadSampleData } from '@pauta/sample-data/load'
import { describePerson } from '@pauta/sample-data/people/sample-users'
import { recordSample } from '@pauta/sample-data/sample-note'
import { describeUnreachableSites } from './check-sites.ts'
import { loadConfig } from '@pauta/platform/config/config'
import { removeRunningNote } from '@pauta/server/data-folder/running-note'
import { listSources } from '@pauta/server/understanding'
import { startProgress } from '@pauta/server/progress'
import { rememberRunningStack } from './data-folder.ts'
import { explainFolderError } from './folder-errors.ts'
import { startLocalSites } from './local-sites.ts'
import { openObservatory } from './observatory.ts'
import { findOutsideEmbedding, findOutsidePublisher } from './outside.ts'
import { findSiteNews, listShownNews } from './site-news.ts'
import { listNewsSites, startStack } from './stack.ts'
import { dataOption, showScreen } from './start-screen.ts'
import type { OutsideStores } from './stores.ts'
import { INBOX_PORT, INDEX_PORT, SITES_PORT } from './usual-ports.ts'

const PORTAL_ORIGIN = 'http://localhost:3000'

/** The options of a start, after their checks. */
export interface RunOptions {
  /** A free port. */
  port: number
  dataDir: string
  /** Whether the folder has no database yet. */
  isNew: boolean
  outside: OutsideStores
  empty: boolean
  live: boolean
  contact: string
  /** Origins on this machine that may receive webhooks. */
  receivers: readonly string[]
  /** Prints a text for the person who starts the stack. */
  say: (text: string) => void
}

/** Real sites get requests from this machine, so a person reads first what they will get. */
const politenessOf = (contact: string) => `
The real sites are read: at most one request a second to www.gov.br and one in ten seconds to the broadcaster, with the
user agent "Pauta/local (+${contact})". robots.txt, Retry-After and unchanged pages are respected. A site may refuse
this address; the scraper then waits for hours. Stop with Ctrl-C, and do not run --live on several machines at once.
`

/** Starts the emulated sites, or none when the real ones are read. */
async function openSites({ live, contact, empty, say }: RunOptions) {
  if (live) {
    say(politenessOf(contact))
    return { resource: { contact, relay: { url: '' } }, url: undefined, stop: async () => {} }
  }
  const listNews = empty ? () => [] : listShownNews
  const findNews = empty ? undefined : findSiteNews
  return await startLocalSites({ port: SITES_PORT, sites: listNewsSites(), listNews, findNews })
}

/** Starts the stack with its sample data. No schedule runs before the sample is complete. */
async function start(options: RunOptions) {
  const { dataDir, port, empty, outside, say } = options
  // Written first: when an article arrives before the sample, or this start is interrupted, the next start still loads
  // the sample.
  if (options.isNew && !empty && !outside.database)
    await recordSample(dataDir, { now: new Date().toISOString(), complete: false })
  const publisher = findOutsidePublisher()
  say('Starting Pauta …')
  let articles = 0
  const site = await openObservatory(say)
  const sites = await openSites(options)
  const stack = await startStack({
    dataDir,
    site,
    port,
    indexPort: INDEX_PORT,
    outside,
    embedding: findOutsideEmbedding(),
    publisher,
    corsOrigins: [PORTAL_ORIGIN],
    inbox: { port: INBOX_PORT },
    outboundOrigins: options.receivers,
    schedules: true,
    say,
    sites: sites.resource,
    prepare: async () => {
      articles = await loadSampleData({
        dataDir,
        empty,
        now: new Date(),
        say,
        showProgress: startProgress,
        describePerson,
      })
    },
  })
  await rememberRunningStack(dataDir, stack)
  return { stack, articles, sites }
}

/**
 * Starts the stack and prints its addresses. Throws an error with the remedy. Returns the function that stops the stack
 * and removes the mark that it runs.
 */
export async function runStack(options: RunOptions): Promise<() => Promise<void>> {
  const { dataDir, empty, say } = options
  const { stack, articles, sites } = await start(options).catch((error: unknown) => {
    throw explainFolderError(error, dataDir)
  })
  const now = new Date()
  const isTerminal = process.stdout.isTTY
  const sources = await listSources(loadConfig('database', 'languageModel'))
  say(
    showScreen(stack, { dataDir, articles, hasNews: !empty, sitesUrl: sites.url, sources, now, isTerminal }),
  )
  say(`ready ${stack.graphqlUrl}`)
  if (options.live) {
    const addresses = listNewsSites().flatMap(({ listingUrls }) => listingUrls)
    const statusCommand = `npm run scrape -- status${dataOption(dataDir)}`
    const text = await describeUnreachableSites(addresses, { contact: options.contact, statusCommand })
    if (text !== '') say(text)
  }
  return async () => {
    await removeRunningNote(dataDir)
    await stack.stop()
    await sites.stop()
  }
}
