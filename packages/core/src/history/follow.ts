import type { Db } from '@pauta/platform/database/database'
import { parseStart } from '@pauta/platform/time/time'
import type { ArticleFilter } from '../search-index/article-filter.ts'
import { matchFilter } from '../search-index/match-filter.ts'
import { findPositionBefore, type ArticleEvent } from './queries.ts'
import { isPosition, readPosition } from './position.ts'
import type { Tail } from './tail.ts'

/**
 * Returns the position after which a reader starts: that of `since`, a position or an instant, else the end of the log.
 * Throws BAD_USER_INPUT.
 */
export async function findStart(
  { db, tail }: { db: Db; tail: Tail },
  since: string | null | undefined,
): Promise<string> {
  if (since === null || since === undefined) return await tail.findEnd()
  if (isPosition(since)) return readPosition(since)
  return await findPositionBefore(db, parseStart(since, 'since'))
}

/** What a reader follows, and until when. */
export interface Following {
  /** Position of the last event that the reader has. */
  after: string
  filter: ArticleFilter
  signal: AbortSignal
  /** Returns true when the connection should end, so that its client continues with another one. */
  isLate: () => boolean
  /** Longest wait between two pages. */
  waitMs: number
}

/** The events of articles that pass a filter, maybe none, and the position of the last event that was read. */
export interface FollowedPage {
  events: ArticleEvent[]
  position: string
}

/** Yields the events of the articles that pass a filter, in order, until the reader is gone or it is late. */
export async function* followEvents(
  tail: Tail,
  { after, filter, signal, isLate, waitMs }: Following,
): AsyncGenerator<FollowedPage, void> {
  const matches = matchFilter(filter)
  let position = after
  while (!signal.aborted && !isLate()) {
    const page = await tail.read(position, { waitMs, signal })
    position = page.position
    const events = page.events.filter(({ article }) => matches(article)).map(({ event }) => event)
    yield { events, position }
  }
}
