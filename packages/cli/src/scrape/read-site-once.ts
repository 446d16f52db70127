import { join } from 'node:path'
import { createFetcher, type Fetcher } from '@pauta/scraper/fetch/fetcher'
import { systemClock, type Clock } from '@pauta/scraper/fetch/ports'
import { guardedFetch } from '@pauta/scraper/fetch/public-fetch'
import { SITE_KINDS } from '@pauta/scraper/kinds/site-kind'
import type { NewsMessage } from '@pauta/scraper/crawl/news-message'
import type { AgencyResult, Fault } from '@pauta/scraper/crawl/run-counts'
import type { RunPorts, RunRequest } from '@pauta/scraper/crawl/ports'
import type { Site } from '@pauta/scraper/site/site'
import { usualWindow, windowSince } from '@pauta/scraper/runs/run-window'
import { scrapeOrReport } from '@pauta/scraper/runs/scrape-sites'
import { CommandError } from '../terminal/connect.ts'
import { openRunState, type RunState } from './run-state.ts'
import { isLocal, readSite } from './site-file.ts'

const STATE_FILE = 'scrape-state.json'
const PAUSE_MS = 1_000

/** What `pauta scrape site` prints. `requests` counts those for robots.txt, too. */
export interface SiteReading {
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
