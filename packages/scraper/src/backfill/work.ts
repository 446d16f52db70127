import type { DbPool } from '@pauta/platform/database/database'
import { MINUTE_MS } from '@pauta/platform/time/time'
import { ScrapeError } from '../errors.ts'
import type { Site } from '../site/site.ts'
import { endDrifts, openDrift } from '../store/drifts.ts'
import { countRequests } from '../store/hosts.ts'
import { REQUESTS_PER_DAY } from '../runs/plan-site.ts'
import {
  ADDRESSES_MAX,
  areOlder,
  countAddresses,
  endBackfill,
  findBackfill,
  listStored,
  nextAddress,
  recordOutcome,
  recordTrouble,
  saveListed,
  touchBackfill,
  UNREAD,
  type Backfill,
  type Listed,
  type StoredAddress,
  type WaitingAddress,
} from './backfills.ts'
import { finalOutcome, readAddress, type ReadPlace, type ReadPorts } from './read-address.ts'
import { isAbsent, listSources, readSource, type HistorySource } from './sources.ts'

/** Share of a day's requests above which history waits: the rest is for today's news. */
const BUDGET = 0.6 * REQUESTS_PER_DAY
/** Tries of an address, and of a listing page, before it counts as failed. */
const TRIES_MAX = 3
/** Pause after the first failed try of an address. Each further one is longer by as much. */
const RETRY_MS = 10 * MINUTE_MS
/** So many failed addresses in a row are a fault of the site: the turn ends. */
const FAILURES_IN_ROW_MAX = 5

/** Why a turn ended. All but `done` and `failed` go on in the next turn. */
export type TurnEnd = 'done' | 'failed' | 'deadline' | 'stopped' | 'budget' | 'retry_later' | 'site_fault'

export type TurnPorts = ReadPorts & {
  readonly db: DbPool
  /** Milliseconds since 1970 after which no further request is started. */
  readonly deadline: number
  /** Requests of all sites in a day, for which history leaves room. Default: those of runs. */
  readonly requestsMax?: number
}

/** One turn of one backfill. */
class Turn {
  readonly #row: Backfill
  readonly #place: ReadPlace
  readonly #ports: TurnPorts
  #sources: readonly HistorySource[]
  #failuresInRow = 0

  constructor(row: Backfill, site: Site, ports: TurnPorts, stored: ReadonlyMap<string, StoredAddress>) {
    const window = { start: row.from, end: row.to }
    this.#row = row
    this.#place = { site, window, stored, closesPages: false }
    this.#ports = ports
    this.#sources = row.place?.kind === site.kind ? row.place.sources : listSources(site, window)
  }

  /** Reads what waits, then the next page of a listing or sitemap, and so on. */
  async run(): Promise<TurnEnd> {
    const { db, deadline, now, requestsMax = BUDGET } = this.#ports
    const { id } = this.#row
    for (;;) {
      if (now().getTime() >= deadline) return 'deadline'
      if (!(await touchBackfill(db, id, now()))) return 'stopped'
      if ((await countRequests(db, now())) >= requestsMax) return 'budget'
      const waiting = await nextAddress(db, id, now())
      const end = waiting ? await this.#read(waiting) : await this.#listNext()
      if (end !== null) return end
    }
  }

  async #read({ entry, tries }: WaitingAddress): Promise<TurnEnd | null> {
    const { db, now } = this.#ports
    const { id } = this.#row
    try {
      await recordOutcome(db, id, entry.url, await readAddress(entry, this.#place, this.#ports))
      this.#failuresInRow = 0
      return null
    } catch (error) {
      if (!(error instanceof ScrapeError)) throw error
      return await this.#recordFault(entry.url, tries + 1, error, now())
    }
  }

  async #recordFault(url: string, tries: number, error: ScrapeError, now: Date): Promise<TurnEnd | null> {
    const { db } = this.#ports
    const { id } = this.#row
    const detail = `${error.kind}: ${error.message}`
    // The site pauses, which says nothing of this address.
    if (error.kind === 'host_paused') return await this.#giveWay(detail)
    const final = finalOutcome(error)
    const outcome = final ?? (tries >= TRIES_MAX ? 'failed' : null)
    await recordOutcome(db, id, url, { outcome, detail, nextAt: new Date(now.getTime() + tries * RETRY_MS) })
    if (final !== null) return null
    this.#failuresInRow += 1
    const isSiteFault = error.kind === 'anti_bot' || this.#failuresInRow >= FAILURES_IN_ROW_MAX
    return isSiteFault ? await this.#giveWay(`${url}: ${detail}`) : null
  }

  async #giveWay(detail: string): Promise<TurnEnd> {
    await recordTrouble(this.#ports.db, this.#row.id, detail)
    return 'site_fault'
  }

  async #listNext(): Promise<TurnEnd | null> {
    const { db } = this.#ports
    const { id } = this.#row
    const [current, ...others] = this.#sources
    if (current === undefined) return await this.#finish()
    if (await areOlder(db, id, current.undated)) {
      await this.#save(others, {})
      return null
    }
    try {
      const reading = { ...this.#place, fetcher: this.#ports.fetcher }
      const { items, next, fault } = await readSource(current, reading)
      const cut = fault === null ? {} : { unlisted: 1, lastError: fault }
      await this.#save([...next, ...others], { items, pages: 1, ...cut })
      return await this.#checkSize()
    } catch (error) {
      if (!(error instanceof ScrapeError)) throw error
      return await this.#recordUnlisted(current, others, error)
    }
  }

  /** Tries a listing page again in the next turn, then leaves it out, counted. */
  async #recordUnlisted(
    current: HistorySource,
    others: readonly HistorySource[],
    error: ScrapeError,
  ): Promise<TurnEnd | null> {
    const detail = `${current.address}: ${error.kind}: ${error.message}`
    if (error.kind === 'host_paused') return await this.#giveWay(detail)
    if (isAbsent(current, error)) {
      await this.#save(others, {})
      return null
    }
    const tries = current.tries + 1
    const isLeft = tries >= TRIES_MAX
    const sources = isLeft ? others : [{ ...current, tries }, ...others]
    await this.#save(sources, { unlisted: isLeft ? 1 : 0, lastError: detail })
    return isLeft ? null : 'site_fault'
  }

  async #save(
    sources: readonly HistorySource[],
    page: Partial<Pick<Listed, 'items' | 'pages' | 'unlisted' | 'lastError'>>,
  ): Promise<void> {
    const { site, stored } = this.#place
    const outcomeOf = (url: string) => {
      const found = stored.get(url)
      return found === undefined ? null : found.isOlder ? 'older' : 'known'
    }
    const place = { kind: site.kind, sources }
    const listed = { items: [], pages: 0, unlisted: 0, ...page, place, outcomeOf }
    await saveListed(this.#ports.db, this.#row.id, listed)
    this.#sources = sources
  }

  async #checkSize(): Promise<TurnEnd | null> {
    const { db, now } = this.#ports
    const counts = await countAddresses(db, this.#row.id)
    const found = Object.values(counts).reduce((sum, count) => sum + count, 0)
    if (found <= ADDRESSES_MAX) return null
    const lastError = `too_many_addresses: the window has more than ${ADDRESSES_MAX}; read it in several ones`
    await endBackfill(db, this.#row.id, { state: 'failed', lastError, now: now() })
    return 'failed'
  }

  /** Ends the backfill, unless addresses wait for another try. What could not be read becomes an incident. */
  async #finish(): Promise<TurnEnd> {
    const { db, now } = this.#ports
    const { id, agencyKey, from, to } = this.#row
    const { waiting = 0, ...counts } = await countAddresses(db, id)
    if (waiting > 0) return 'retry_later'
    const { unlisted = 0 } = (await findBackfill(db, id)) ?? {}
    const unread = UNREAD.flatMap((outcome) => (counts[outcome] ? [`${counts[outcome]} ${outcome}`] : []))
    if (unlisted > 0) unread.push(`${unlisted} listings or sitemaps not read to their end`)
    const kind = 'unread-history'
    const detail = `backfill ${id}, ${from} to ${to}: ${unread.join(', ')}`
    if (unread.length > 0) await openDrift(db, { agencyKey, kind, detail, pageKey: null }, now())
    else await endDrifts(db, { agencyKey, kinds: [kind] }, now())
    const isEmpty = unlisted > 0 && Object.keys(counts).length === 0
    await endBackfill(db, id, { state: isEmpty ? 'failed' : 'done', now: now() })
    return isEmpty ? 'failed' : 'done'
  }
}

/**
 * Works on one backfill until the deadline or its end. What was done is stored after each page and each address, so a
 * killed turn loses at most the page that it read; sending an article twice stores it once. Throws errors of the stores.
 */
export async function workOnBackfill(row: Backfill, site: Site, ports: TurnPorts): Promise<TurnEnd> {
  return await new Turn(row, site, ports, await listStored(ports.db, row)).run()
}
