import { join } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import { sendArticle } from '@pauta/core/intake/send'
import { KEPT_PAGES_FOLDER } from '@pauta/scraper/store/drifts'
import { chooseSites, type ReadableSite } from '@pauta/scraper/store/listed-sites'
import { listScrapeStatus } from '@pauta/scraper/store/status'
import { loadConfig } from '@pauta/platform/config/config'
import { connectDatabase } from '@pauta/platform/database/database'
import { connectQueues } from '@pauta/platform/queues/queues'
import { connectStorage } from '@pauta/platform/storage/storage'
import { createFetcher, type Fetcher } from '@pauta/scraper/fetch/fetcher'
import { NEWS_HOSTS } from '@pauta/scraper/fetch/news-hosts'
import { createMemory, systemClock, type FetchMemory } from '@pauta/scraper/fetch/ports'
import { relayedFetch } from '@pauta/scraper/fetch/relayed-fetch'
import type { AgencyResult, RunRequest } from '@pauta/scraper/run/ports'
import { DAY_MS } from '@pauta/platform/time/time'
import { isDay, usualWindow } from '@pauta/scraper/run/run-window'
import { scrapeByHost, scrapeOrReport, summariseRun } from '@pauta/scraper/run/scrape-sites'
import { describeSites } from '../scrape/describe-sites.ts'
import { openRunState } from '../scrape/run-state.ts'
import { describeTrial, tryPage } from '../scrape/try-page.ts'
import { CommandError, connect } from '../terminal/connect.ts'
import { EXIT_INCOMPLETE, EXIT_OK } from '../terminal/exit-codes.ts'
import { makeCommand, wholeNumber } from '../terminal/options.ts'
import { makeReporter, printResult } from '../terminal/output.ts'

const STATE_FILE = 'scrape-state.json'
const MINUTES_MAX = 24 * 60
const DAYS_MAX = 366

/** Opens a fetcher with the contact, the relay and the pause of the stage. */
function openFetcher(memory: FetchMemory): Fetcher {
  const { settings, scrapeService } = loadConfig('settings', 'scrapeService')
  const { relay, contact, delayMilliseconds } = scrapeService
  return createFetcher({
    fetch: relay.url === '' ? fetch : relayedFetch(fetch, relay),
    clock: systemClock,
    memory,
    userAgent: `Pauta/${settings.version} (+${contact})`,
    allowedHosts: NEWS_HOSTS,
    delayMilliseconds,
  })
}

const status = makeCommand('status')
  .summary('shows when each site was read, and which have trouble')
  .description(
    'Shows for each site when it was read, its newest article, after how many days without news it counts as silent ' +
      '(three times its usual gap), when it is asked again, the share of fields that fallback rules found, its failed ' +
      'runs by kind of error, articles that the site removed, and its trouble: failing (three failed runs in a row), ' +
      'silent, a changed template, and every change of the last 24 hours, with the page that shows it. ' +
      'Exits with 1 when a site has trouble.',
  )
  .usage('[--agency KEY]')
  .option('--agency <KEY>', 'one agency alone')
  .action(async ({ agency, data, json }) => {
    await connect(data)
    const db = connectDatabase(loadConfig('database').database)
    try {
      const now = new Date()
      const sites = await listScrapeStatus(db, { agencyKey: agency, now })
      const hasTrouble = sites.some((site) => site.isFailing || site.isSilent || site.isDrifting)
      printResult(json, { hasTrouble, sites }, describeSites(sites, now))
      process.exitCode = hasTrouble ? EXIT_INCOMPLETE : EXIT_OK
    } finally {
      await db.end({ timeout: 5 })
    }
  })

const attempt = makeCommand('try')
  .summary('prints what would be read at an address or of an agency')
  .description(
    'Reads the listing of an agency, or the article at an address, and prints each field with the rule that found ' +
      'it. Sends nothing.',
  )
  .usage('URL|AGENCY [--kind KIND]')
  .argument('<TARGET>', 'address of an article, or key of an agency')
  .option('--kind <KIND>', 'kind of site for an address: plone-html, plone6-api, agenciabrasil or tvbrasil')
  .action(async (target, { kind, data, json }) => {
    await connect(data)
    const trial = await tryPage(openFetcher(createMemory()), target, kind)
    printResult(json, trial, describeTrial(trial))
  })

const KEPT_MAX = 20

const page = makeCommand('page')
  .summary('prints the page that shows how a site changed')
  .description(
    'Prints the page that a run kept when a site changed: one of each kind of change, for 90 days. Without --kind it ' +
      'prints the only one, or lists the kinds.',
  )
  .usage('AGENCY [--kind KIND]')
  .argument('<AGENCY>', 'key of an agency')
  .option('--kind <KIND>', 'kind of change, such as no-items or unknown-structure')
  .action(async (agency, { kind, data, json }) => {
    await connect(data)
    const storage = connectStorage(loadConfig('storage').storage)
    const folder = `${KEPT_PAGES_FOLDER}/${agency}/`
    const keys = await storage.list(folder, { limit: KEPT_MAX })
    const chosen = keys.filter((key) => kind === undefined || key.startsWith(`${folder}${kind}.`))
    const [key, ...others] = chosen
    if (key === undefined) throw new CommandError(`No page of ${agency} is kept.`)
    if (others.length > 0) {
      printResult(json, { keys }, chosen)
      return
    }
    const text = (await storage.find(key)) ?? ''
    printResult(json, { key, text }, [text])
  })

const day = (option: string) => (text: string) => {
  if (isDay(text)) return text
  throw new CommandError(`${option} ${text}: a day as YYYY-MM-DD is expected.`)
}

function windowOf(from: string | undefined, to: string | undefined): RunRequest['window'] {
  const usual = usualWindow(new Date())
  const window = { start: from ?? to ?? usual.start, end: to ?? usual.end }
  if (window.start > window.end) throw new CommandError(`--from ${window.start} is after --to ${window.end}.`)
  if (Date.parse(window.end) - Date.parse(window.start) > DAYS_MAX * DAY_MS)
    throw new CommandError(`At most ${DAYS_MAX} days are read in one run.`)
  return window
}

function sitesOf(agencies: readonly string[] | undefined): ReadableSite[] {
  if (!agencies) return [...chooseSites('agencies', []).sites, ...chooseSites('ebc', []).sites]
  return agencies.flatMap((key) => {
    const sites = [...chooseSites('agencies', [key]).sites, ...chooseSites('ebc', [key]).sites]
    if (sites.length === 0)
      throw new CommandError(`The catalogue has no site that is read for the agency ${key}.`)
    return sites
  })
}

const describeResult = ({ agency, status: state, sent, pages, errorMessage }: AgencyResult) =>
  `${agency}: ${state}, ${pages} pages read, ${sent} articles sent${errorMessage === null ? '' : ` (${errorMessage})`}`

const run = makeCommand('run')
  .summary('reads sites from this machine and sends their news to the stage')
  .description(
    'Reads sites from this machine and sends their articles to the queue of the stage, for sites that refuse the ' +
      'addresses of data centres. Needs no database: what was sent is kept in a file. Exits with 1 when a site failed.',
  )
  .usage('[--agency KEY …] [--from DAY] [--to DAY] [--allow-update]')
  .option('--agency <KEY...>', 'agencies; without it every site that is read')
  .option('--from <DAY>', 'first day at Brasília; without it two days ago', day('--from'))
  .option('--to <DAY>', 'last day at Brasília; without it today', day('--to'))
  .option('--allow-update', 'reads known articles of these days again')
  .option('--minutes <N>', 'time limit; the next run continues', wholeNumber('--minutes', MINUTES_MAX), 60)
  .option('--state <FILE>', 'file with what was sent; without it scrape-state.json in the data folder')
  .action(async (options) => {
    const { agency, from, to, allowUpdate = false, minutes, data, json } = options
    const window = windowOf(from, to)
    const sites = sitesOf(agency)
    await connect(data)
    const { newsIngestQueue, storage } = loadConfig('newsIngestQueue', 'storage')
    const target = {
      queues: connectQueues(),
      storage: connectStorage(storage),
      queueUrl: newsIngestQueue.url,
    }
    const state = await openRunState(options.state ?? join(data, STATE_FILE))
    const report = makeReporter(json)
    const request = {
      window,
      allowUpdate,
      isDeep: false,
      looksAgain: false,
      deadline: Date.now() + minutes * 60_000,
    }
    const ports = {
      ...state,
      fetcher: openFetcher(state.memory),
      now: () => new Date(),
      emit: async (
        message: Parameters<typeof sendArticle>[0] & { agencyKey: string; url: string; uniqueId: string },
      ) => {
        await sendArticle(message, target)
        state.recordSent(message.agencyKey, message.url, message.uniqueId)
      },
    }
    const results = await scrapeByHost(sites, async (site) => {
      const result = await scrapeOrReport(site, request, ports)
      await state.save()
      report(describeResult(result))
      return result
    })
    const summary = summariseRun({ window }, results)
    printResult(json, summary, [summary.message])
    process.exitCode = summary.status === 'completed' ? EXIT_OK : EXIT_INCOMPLETE
  })

export const command = new Command('scrape')
  .description(
    'Shows the state of the news sites and pages of changed ones, tries a page, and reads sites from this machine.',
  )
  .addCommand(status)
  .addCommand(attempt)
  .addCommand(page)
  .addCommand(run)
