import type { Db } from '@pauta/platform/database/database'
import type { Logger } from '@pauta/platform/telemetry/logger'
import type { IndexDocument } from '../search-index/collection.ts'
import { describeArticles } from './changes.ts'
import { EVENTS_MAX, findLastPosition, listEventsAfter, type ArticleEvent } from './queries.ts'

/** An event with what filters compare of its article. */
interface DescribedEvent {
  event: ArticleEvent
  article: Partial<IndexDocument>
}

/** Events after a position, in order, and the position of the last one. Without events, the position that was given. */
interface TailPage {
  events: readonly DescribedEvent[]
  position: string
}

/** The end of the log, read once for all who follow it. */
export interface Tail {
  /** Returns the next events after a position at once, or waits for one: at most `waitMs`, or until the signal aborts. */
  read(after: string, options: { waitMs: number; signal: AbortSignal }): Promise<TailPage>
  /** Returns the position of the last event. */
  findEnd(): Promise<string>
}

interface TailOptions {
  db: Db
  /** Pause between two reads of the log while somebody waits. */
  pollMs: number
  logger: Pick<Logger, 'warn'>
}

/** Events that stay in memory for followers who are a little behind; about 2 kB each. */
const KEPT_EVENTS = 1000
/** Events that followers who are further behind read at once from the database. */
const PAGE_EVENTS = 200
/** Followers behind the same page share it for this time. A page is about 0.4 MB. */
const PAGE_MS = 5000
const PAGES_MAX = 50

const isAfter = (position: string, other: string) => BigInt(position) > BigInt(other)

async function describe(db: Db, events: readonly ArticleEvent[]): Promise<DescribedEvent[]> {
  if (events.length === 0) return []
  const articles = await describeArticles(db, [...new Set(events.map(({ uniqueId }) => uniqueId))])
  return events.map((event) => ({
    event,
    article: articles.get(event.uniqueId) ?? { agency: event.agencyKey },
  }))
}

/**
 * Follows the log of events for any number of readers. While somebody waits, one statement every `pollMs` reads what is
 * new; readers take it from memory. Readers who are further behind read pages of the log, which they share, until they
 * have caught up. An outage of the database is retried by the next poll.
 */
export function openTail({ db, pollMs, logger }: TailOptions): Tail {
  /** The last events in order. All events after `start` are here. */
  let kept: DescribedEvent[] = []
  let start: string | undefined
  let end = '0'
  let polling: Promise<void> | undefined
  const waiting = new Set<() => void>()
  /** Pages of the log by the position after which they begin, a multiple of 200. */
  const pages = new Map<string, Promise<DescribedEvent[]>>()

  const wakeAll = () => {
    for (const wake of waiting) wake()
  }

  /** Returns what is kept without the words of the articles that an operator has just taken down. */
  function hideTakenDown(events: readonly DescribedEvent[]): DescribedEvent[] {
    const down = new Set(
      events.filter(({ event }) => event.kind === 'taken_down').map(({ event }) => event.uniqueId),
    )
    if (down.size === 0) return kept
    pages.clear()
    return kept.map((one) =>
      down.has(one.event.uniqueId)
        ? {
            event: { ...one.event, title: null, url: null, reason: null },
            article: { agency: one.event.agencyKey },
          }
        : one,
    )
  }

  /**
   * Reads the page in which a position lies, and returns its events after the position; none at the end of the log. A full
   * page always has one, because it ends at or after the next multiple of 200.
   */
  async function readPage(after: string): Promise<DescribedEvent[]> {
    const from = String((BigInt(after) / BigInt(PAGE_EVENTS)) * BigInt(PAGE_EVENTS))
    const shared = pages.get(from)
    const page =
      shared ??
      listEventsAfter(db, { after: from, limit: PAGE_EVENTS }).then((events) => describe(db, events))
    if (!shared) {
      if (pages.size >= PAGES_MAX) pages.clear()
      pages.set(from, page)
      const forget = () => {
        if (pages.get(from) === page) pages.delete(from)
      }
      // The last page of the log grows, so it is shared only while it is read.
      page.then(({ length }) => {
        if (length < PAGE_EVENTS) forget()
        else setTimeout(forget, PAGE_MS).unref()
      }, forget)
    }
    return (await page).filter(({ event }) => isAfter(event.position, after))
  }

  async function readNew(): Promise<boolean> {
    if (start === undefined) {
      start = end = await findLastPosition(db)
      // A reader who is behind this position reads the database once more, and then waits.
      wakeAll()
    }
    const events = await describe(db, await listEventsAfter(db, { after: end, limit: EVENTS_MAX }))
    const last = events.at(-1)
    if (!last) return false
    end = last.event.position
    kept = [...hideTakenDown(events), ...events]
    const dropped = kept.splice(0, Math.max(0, kept.length - KEPT_EVENTS)).at(-1)
    if (dropped) start = dropped.event.position
    wakeAll()
    return events.length === EVENTS_MAX
  }

  /** Polls until nobody waits. */
  async function poll(): Promise<void> {
    while (waiting.size > 0) {
      // An outage ends no stream: its readers stay, and the next poll tries again.
      const isFull = await readNew().catch((error: unknown) => {
        logger.warn({ error }, 'the log of articles could not be read; the next poll tries again')
        return false
      })
      if (!isFull) await new Promise((resolve) => setTimeout(resolve, pollMs).unref())
    }
    polling = undefined
    // Events that nobody waits for are not read, so that what is kept may have a gap after the next start.
    kept = []
    start = undefined
  }

  function wait(waitMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const proceed = () => {
        clearTimeout(timer)
        waiting.delete(proceed)
        signal.removeEventListener('abort', proceed)
        resolve()
      }
      const timer = setTimeout(proceed, waitMs)
      waiting.add(proceed)
      signal.addEventListener('abort', proceed)
      polling ??= poll()
    })
  }

  /** Returns what memory has after a position; undefined if it may lack some of it. */
  function findKept(after: string): DescribedEvent[] | undefined {
    if (start === undefined || isAfter(start, after)) return undefined
    return kept.filter(({ event }) => isAfter(event.position, after))
  }

  const toPage = (events: readonly DescribedEvent[], after: string): TailPage => ({
    events,
    position: events.at(-1)?.event.position ?? after,
  })

  return {
    findEnd: () => findLastPosition(db),
    async read(after, { waitMs, signal }) {
      const events = findKept(after) ?? (await readPage(after))
      if (events.length > 0 || signal.aborted) return toPage(events, after)
      await wait(waitMs, signal)
      return toPage(findKept(after) ?? [], after)
    },
  }
}
