import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createFetcher, type Fetcher } from '@pauta/scraper/fetch/fetcher'
import { systemClock, type Clock } from '@pauta/scraper/fetch/ports'
import { guardedFetch } from '@pauta/scraper/fetch/public-fetch'
import { SITE_KINDS, type SiteKind } from '@pauta/scraper/kinds/site-kind'
import type { NewsMessage } from '@pauta/scraper/crawl/news-message'
import type { AgencyResult, Fault } from '@pauta/scraper/crawl/run-counts'
import type { RunPorts, RunRequest } from '@pauta/scraper/crawl/ports'
import type { Site } from '@pauta/scraper/site/site'
import { usualWindow, windowSince } from '@pauta/scraper/crawl/run-window'
import { scrapeOrReport } from '@pauta/scraper/crawl/scrape-sites'
import * as z from 'zod'
import { CommandError } from '../terminal/connect.ts'
import { EXIT_INCOMPLETE, EXIT_OK } from '../terminal/exit-codes.ts'
import { makeCommand } from '../terminal/options.ts'
import { printResult, withoutControls } from '../terminal/output.ts'
import { day } from '../scrape/day-option.ts'
import { openRunState, type RunState } from '../scrape/run-state.ts'

const STATE_FILE = 'scrape-state.json'
const PAUSE_MS = 1_000
const PAUSE_MAX_MS = 60_000
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** Catalogues name both broadcasters `ebc`; their keys tell them apart. */
const BROADCASTERS: Readonly<Record<string, SiteKind>> = {
  agencia_brasil: 'agenciabrasil',
  tvbrasil: 'tvbrasil',
}

const isLoopback = (address: string) => LOOPBACK.test(new URL(address).hostname)
const isAskable = (address: string) =>
  URL.canParse(address) &&
  (address.startsWith('https://') || (address.startsWith('http://') && isLoopback(address)))

const siteSchema = z.object({
  key: z.string().min(1),
  kind: z.string(),
  listingUrls: z.array(z.string().refine(isAskable, 'an https address, or one of this machine')).min(1),
})

/** Reads a site from a file. Throws a CommandError that names what is wrong. */
async function readSite(file: string): Promise<Site> {
  let value: unknown
  try {
    value = JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    throw new CommandError(`${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
  const checked = siteSchema.safeParse(value)
  if (!checked.success) throw new CommandError(`${file}: ${z.prettifyError(checked.error)}`)
  const { key, kind, listingUrls } = checked.data
  const known = kind === 'ebc' ? BROADCASTERS[key] : SITE_KINDS.find((each) => each === kind)
  if (known === undefined) throw new CommandError(`${file}: kind ${kind}: one of ${SITE_KINDS.join(', ')}`)
  return { key, kind: known, listingUrls }
}

/** The result of `scrape site`. `requests` counts those for robots.txt, too. */
interface SiteReading {
  status: AgencyResult['status']
  stopped: AgencyResult['stopped']
  /** Why nothing was sent although entries lay in the days of the run; else null. */
  detail: AgencyResult['detail']
  articles: NewsMessage[]
  faults: Fault[]
  requests: number
}

/**
 * A clock that began at `start` when the command did, so that pauses of earlier runs have passed. A wait takes at most
 * `waitMax` milliseconds, and the clock skips the rest.
 */
function clockFrom(start: Date, waitMax: number): Clock {
  const begin = Date.now()
  let skipped = 0
  return {
    ...systemClock,
    now: () => start.getTime() + Date.now() - begin + skipped,
    async sleep(milliseconds) {
      const wait = Math.min(milliseconds, waitMax)
      await systemClock.sleep(wait)
      skipped += milliseconds - wait
    },
  }
}

const isLocal = ({ listingUrls }: Site) => listingUrls.every(isLoopback)

function openFetcher(
  site: Site,
  contact: string | undefined,
  options: { clock: Clock; state: RunState; pause: number },
): Fetcher {
  if (!isLocal(site) && contact === undefined)
    throw new CommandError(
      '--contact is missing: sites of others learn who asks, such as https://example.org/contact.',
    )
  if (!isLocal(site) && options.pause < PAUSE_MS)
    throw new CommandError(`--pause-ms ${options.pause}: at least ${PAUSE_MS} for sites of others.`)
  return createFetcher({
    // Only a site whose every listing is on this machine may lead to a private address.
    fetch: isLocal(site) ? fetch : guardedFetch([]),
    clock: options.clock,
    memory: options.state.memory,
    userAgent: `Pauta/1.0 (+${contact ?? 'https://localhost/'})`,
    allowedHosts: new Set(site.listingUrls.map((address) => new URL(address).host)),
    delayMilliseconds: options.pause,
  })
}

/** The days of a run: those that were asked for. If these include today, also those since the site was last read. */
function windowOf(
  options: { start?: string | undefined; end?: string | undefined },
  lastSuccessAt: Date | null,
  now: Date,
): RunRequest['window'] {
  const usual = usualWindow(now)
  const start = options.start ?? options.end ?? usual.start
  const end = options.end ?? usual.end
  if (start > end) throw new CommandError(`--start ${start} is after --end ${end}.`)
  const since = windowSince(lastSuccessAt ?? now, now).start
  const isUsual = lastSuccessAt !== null && start <= usual.end && end >= usual.end
  return { start: isUsual && since < start ? since : start, end }
}

function instant(text: string): Date {
  const time = Date.parse(text)
  if (Number.isNaN(time))
    throw new CommandError(`--now ${text}: an instant as 2026-03-10T15:00:00Z is expected.`)
  return new Date(time)
}

function pauseOf(text: string): number {
  const pause = Number(text)
  if (text.trim() !== '' && Number.isInteger(pause) && pause >= 0 && pause <= PAUSE_MAX_MS) return pause
  throw new CommandError(`--pause-ms ${text}: a whole number from 0 to ${PAUSE_MAX_MS} is expected.`)
}

/** Options of `readSiteOnce`. `state` is a folder. */
export interface SiteOptions {
  start?: string | undefined
  end?: string | undefined
  now?: Date | undefined
  state?: string | undefined
  lookAgain?: boolean | undefined
  pauseMs?: number | undefined
  contact?: string | undefined
}

/**
 * Reads the site of a file once, without a stage, and returns what a stage would have been sent. The folder `state` has
 * what the stage's database would remember. Throws a CommandError for a bad file or option.
 */
export async function readSiteOnce(file: string, options: SiteOptions): Promise<SiteReading> {
  const site = await readSite(file)
  const pause = options.pauseMs ?? PAUSE_MS
  // A server of this machine has no other visitors whom requests could disturb.
  const clock = clockFrom(options.now ?? new Date(), isLocal(site) ? pause : Infinity)
  const now = () => new Date(clock.now())
  const articles: NewsMessage[] = []
  const faults: Fault[] = []
  const [listingUrl = ''] = site.listingUrls
  const state = await openRunState(options.state === undefined ? null : join(options.state, STATE_FILE), {
    now,
    onRemoved: ({ url }) => faults.push({ url, kind: 'removed', detail: 'the page was gone twice' }),
    onDrift: ({ kind, detail, page }) => faults.push({ url: page?.address ?? listingUrl, kind, detail }),
  })
  const fetcher = openFetcher(site, options.contact, { clock, state, pause })
  const ports: RunPorts = {
    ...state.stores,
    fetcher,
    now,
    async emit(message, listedUrl) {
      articles.push(message)
      state.recordSent(message, listedUrl)
    },
  }
  const before = state.findSite(site.key)
  const request = {
    window: windowOf(options, before?.lastSuccessAt ?? null, now()),
    allowUpdate: false,
    isDeep: false,
    looksAgain: options.lookAgain ?? false,
    deadline: null,
  }
  const kind = SITE_KINDS.find((each) => each === before?.kind) ?? site.kind
  const result = await scrapeOrReport({ ...site, kind }, request, ports)
  state.recordResult(result)
  await state.save()
  const { status, stopped, detail, errorKind, errorMessage } = result
  if (errorKind !== null) faults.push({ url: listingUrl, kind: errorKind, detail: errorMessage ?? '' })
  return {
    status,
    stopped,
    detail,
    articles,
    faults: [...result.faults, ...faults],
    requests: fetcher.counts.requests,
  }
}

function describeReading({ status, stopped, detail, articles, faults, requests }: SiteReading): string[] {
  return [
    `${status}, stopped: ${stopped}, ${articles.length} articles, ${requests} requests`,
    ...(detail === null ? [] : [withoutControls(detail)]),
    ...articles.map(({ publishedAt, title, url }) => `${publishedAt}  ${withoutControls(title)}  ${url}`),
    ...faults.map(({ kind, url, detail }) => `${kind}: ${url}: ${withoutControls(detail)}`),
  ]
}

export const siteCommand = makeCommand('site')
  .summary('reads one site from a file, without a stage')
  .description(
    'Reads the site that a JSON file describes ({"key", "kind", "listingUrls"}) and prints its articles and faults. ' +
      'Needs no stage and sends nothing. Accepts servers of this machine, over http and at any port. Exits with 1 ' +
      'when the site could not be read at all.',
  )
  .usage(
    'FILE [--start DATE] [--end DATE] [--now INSTANT] [--state DIR] [--look-again] [--pause-ms N] [--contact TEXT]',
  )
  .argument('<FILE>', 'JSON file with the key, the kind and the listing addresses of the site')
  .option('--start <DATE>', 'first day at Brasília; without it two days ago', day('--start'))
  .option('--end <DATE>', 'last day at Brasília; without it today', day('--end'))
  .option('--now <INSTANT>', 'time of the run; without it that of the machine', instant)
  .option('--state <DIR>', 'folder with what is known of the site between runs; without it nothing is kept')
  .option('--look-again', 'asks again for stored articles and for those that could not be read')
  .option(
    '--pause-ms <N>',
    'milliseconds between two requests, and the longest wait at servers of this machine; below 1000 only for these',
    pauseOf,
  )
  .option('--contact <TEXT>', 'address or page of whoever asks; needed for sites of others')
  .action(async (file, { json, start, end, now, state, lookAgain, pauseMs, contact }) => {
    const reading = await readSiteOnce(file, { start, end, now, state, lookAgain, pauseMs, contact })
    printResult(json, reading, describeReading(reading))
    process.exitCode = reading.status === 'error' ? EXIT_INCOMPLETE : EXIT_OK
  })
