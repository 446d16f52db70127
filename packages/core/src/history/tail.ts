import type { Db } from '@pauta/platform/database/database'
import type { Logger } from '@pauta/platform/telemetry/logger'
import { describeEvents, openPages, type DescribedEvent } from './log-pages.ts'
import { isAfter } from './position.ts'
import { EVENTS_MAX, findLastPosition, listEventsAfter } from './queries.ts'

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

/** Waits until it is woken, the time is up, or the signal aborts. */
function waitIn(waiting: Set<() => void>, waitMs: number, signal: AbortSignal): Promise<void> {
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
  })
}

/** The articles that operators have taken down by these events. */
const listTakenDown = (events: readonly DescribedEvent[]): ReadonlySet<string> =>
  new Set(events.filter(({ event }) => event.kind === 'taken_down').map(({ event }) => event.uniqueId))

/** An event as readers get it after the take-down of its article. */
const withoutWords = ({ event }: DescribedEvent): DescribedEvent => ({
  event: { ...event, title: null, url: null, reason: null },
  article: { agency: event.agencyKey },
})

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
  const pages = openPages(db)

  const wakeAll = () => {
    for (const wake of waiting) wake()
  }

  async function readNew(): Promise<boolean> {
    if (start === undefined) {
      start = end = await findLastPosition(db)
      // A reader who is behind this position reads the database once more, and then waits.
      wakeAll()
    }
    const events = await describeEvents(db, await listEventsAfter(db, { after: end, limit: EVENTS_MAX }))
    const last = events.at(-1)
    if (!last) return false
    end = last.event.position
    const down = listTakenDown(events)
    if (down.size > 0) pages.clear()
    kept = [...kept.map((one) => (down.has(one.event.uniqueId) ? withoutWords(one) : one)), ...events]
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

  /** Returns what memory has after a position; undefined if it may lack some of it. */
  function findKept(after: string): DescribedEvent[] | undefined {
    if (start === undefined || isAfter(start, after)) return undefined
    // From the end: most readers lack the last events alone.
    return kept.slice(kept.findLastIndex(({ event }) => !isAfter(event.position, after)) + 1)
  }

  const toPage = (events: readonly DescribedEvent[], after: string): TailPage => ({
    events,
    position: events.at(-1)?.event.position ?? after,
  })

  return {
    findEnd: () => findLastPosition(db),
    async read(after, { waitMs, signal }) {
      const events = findKept(after) ?? (await pages.readAfter(after))
      if (events.length > 0 || signal.aborted) return toPage(events, after)
      const woken = waitIn(waiting, waitMs, signal)
      polling ??= poll()
      await woken
      return toPage(findKept(after) ?? [], after)
    },
  }
}
