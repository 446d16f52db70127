import { join } from 'node:path'
import { sendArticle } from '@pauta/core/ingest/send'
import { loadConfig } from '@pauta/platform/config/config'
import { connectQueues } from '@pauta/platform/queues/queues'
import { connectStorage } from '@pauta/platform/storage/storage'
import { DAY_MS } from '@pauta/platform/time/time'
import type { AgencyResult } from '@pauta/scraper/crawl/run-counts'
import type { RunPorts, RunRequest } from '@pauta/scraper/crawl/ports'
import { usualWindow } from '@pauta/scraper/runs/run-window'
import { scrapeByHost, scrapeOrReport } from '@pauta/scraper/runs/scrape-sites'
import { summariseRun } from '@pauta/scraper/runs/run-summary'
import {
  catalogueSites,
  hostsOf,
  pickSites,
  ROUTES,
  type ReadableSite,
} from '@pauta/scraper/store/listed-sites'
import { CommandError, connect } from '../terminal/connect.ts'
import { EXIT_INCOMPLETE, EXIT_OK } from '../terminal/exit-codes.ts'
import { makeCommand, wholeNumber } from '../terminal/options.ts'
import { makeReporter, printResult } from '../terminal/output.ts'
import { day } from '../scrape/day-option.ts'
import { openFetcher } from '../scrape/open-fetcher.ts'
import { openRunState } from '../scrape/run-state.ts'

const STATE_FILE = 'scrape-state.json'
const MINUTES_MAX = 24 * 60
const DAYS_MAX = 366

function windowOf(from: string | undefined, to: string | undefined): RunRequest['window'] {
  const usual = usualWindow(new Date())
  const window = { start: from ?? to ?? usual.start, end: to ?? usual.end }
  if (window.start > window.end) throw new CommandError(`--from ${window.start} is after --to ${window.end}.`)
  if (Date.parse(window.end) - Date.parse(window.start) > DAYS_MAX * DAY_MS)
    throw new CommandError(`At most ${DAYS_MAX} days are read in one run.`)
  return window
}

function sitesOf(agencies: readonly string[] | undefined): ReadableSite[] {
  const rows = catalogueSites()
  const pick = (keys: readonly string[]) => ROUTES.flatMap((route) => pickSites(rows, route, keys).sites)
  if (!agencies) return pick([])
  return agencies.flatMap((key) => {
    const sites = pick([key])
    if (sites.length === 0)
      throw new CommandError(`The catalogue has no site that is read for the agency ${key}.`)
    return sites
  })
}

function describeResult({
  agency,
  status,
  stopped,
  sent,
  pages,
  errorMessage,
  detail,
}: AgencyResult): string {
  const why = [errorMessage, detail].filter((text) => text !== null)
  const read = `${agency}: ${status}, ${pages} pages read until ${stopped}, ${sent} articles sent`
  return why.length === 0 ? read : `${read} (${why.join('; ')})`
}

export const runCommand = makeCommand('run')
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
    const report = makeReporter(json)
    const now = () => new Date()
    const state = await openRunState(options.state ?? join(data, STATE_FILE), {
      now,
      // A run from outside takes no second looks, so it removes nothing.
      onRemoved: () => {},
      onDrift: ({ kind, detail }) => report(`${kind}: ${detail}`),
    })
    const request = {
      window,
      allowUpdate,
      isDeep: false,
      looksAgain: false,
      deadline: Date.now() + minutes * 60_000,
    }
    const ports: RunPorts = {
      ...state.stores,
      fetcher: openFetcher(state.memory, hostsOf(sites)),
      now,
      async emit(message, listedUrl) {
        await sendArticle(message, target)
        state.recordSent(message, listedUrl)
      },
    }
    const results = await scrapeByHost(sites, async (site) => {
      const result = await scrapeOrReport(site, request, ports)
      state.recordResult(result)
      await state.save()
      report(describeResult(result))
      return result
    })
    const summary = summariseRun({ window }, results)
    printResult(json, summary, [summary.message])
    process.exitCode = summary.status === 'completed' ? EXIT_OK : EXIT_INCOMPLETE
  })
