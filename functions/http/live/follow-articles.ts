import type { ArticleFilter } from '@pauta/core/search-index/article-filter'
import { matchFilter } from '@pauta/core/history/match-filter'
import type { DescribedEvent, Tail } from '@pauta/core/history/tail'
import { formatInstant } from '@pauta/platform/time/time'

/** A comment at least this often, so that no proxy closes an idle connection. */
const HEARTBEAT_MS = 12_000
/** The pause of a client before it connects again. */
const RETRY_MS = 2000

export interface Following {
  /** Position of the last event that the client has. */
  after: string
  filter: ArticleFilter
  signal: AbortSignal
  /** Returns true when the connection should end, so that its client continues with another one. */
  isLate: () => boolean
}

/** One event: its position as the id, its kind as the name, and the rest as JSON. */
function writeEvent({ event }: DescribedEvent): string {
  const { at, agencyKey, ...rest } = event
  const data = JSON.stringify({ ...rest, agency: agencyKey, at: formatInstant(at) })
  return `id: ${event.position}\nevent: ${event.kind}\ndata: ${data}\n\n`
}

/**
 * Yields the events of the articles that pass a filter, as frames of an event stream, until the client is gone or it is
 * late. A frame without data moves the position of a client over events that its filter leaves out.
 */
export async function* followArticles(
  tail: Tail,
  { after, filter, signal, isLate }: Following,
): AsyncGenerator<Uint8Array, { events: number }> {
  const matches = matchFilter(filter)
  let position = after
  let events = 0
  yield Buffer.from(`retry: ${RETRY_MS}\nid: ${position}\n\n`)
  while (!signal.aborted && !isLate()) {
    const page = await tail.read(position, { waitMs: HEARTBEAT_MS, signal })
    position = page.position
    const wanted = page.events.filter(({ article }) => matches(article))
    events += wanted.length
    const frames = wanted.map(writeEvent)
    if (wanted.at(-1)?.event.position !== position) frames.push(`: ping\nid: ${position}\n\n`)
    yield Buffer.from(frames.join(''))
  }
  return { events }
}
