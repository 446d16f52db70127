import { followEvents, type Following } from '@pauta/core/history/follow'
import type { ArticleEvent } from '@pauta/core/history/queries'
import type { Tail } from '@pauta/core/history/tail'
import { formatInstant } from '@pauta/platform/time/time'

/** A comment at least this often, so that no proxy closes an idle connection. */
const HEARTBEAT_MS = 12_000
/** The pause of a client before it connects again. */
const RETRY_MS = 2000

/** The frames of the events that the tail keeps: all clients get the same ones, so that each is written once. */
const written = new WeakMap<ArticleEvent, string>()

/** One event: its position as the id, its kind as the name, and the rest as JSON. */
function writeEvent(event: ArticleEvent): string {
  const known = written.get(event)
  if (known !== undefined) return known
  const { at, agencyKey, ...rest } = event
  const data = JSON.stringify({ ...rest, agency: agencyKey, at: formatInstant(at) })
  const frame = `id: ${event.position}\nevent: ${event.kind}\ndata: ${data}\n\n`
  written.set(event, frame)
  return frame
}

/**
 * Yields the events of the articles that pass a filter, as frames of an event stream, until the client is gone or it is
 * late. A frame without data moves the position of a client over events that its filter leaves out.
 */
export async function* followArticles(
  tail: Tail,
  following: Omit<Following, 'waitMs'>,
): AsyncGenerator<Uint8Array, { events: number }> {
  let sent = 0
  yield Buffer.from(`retry: ${RETRY_MS}\nid: ${following.after}\n\n`)
  for await (const { events, position } of followEvents(tail, { ...following, waitMs: HEARTBEAT_MS })) {
    sent += events.length
    const frames = events.map(writeEvent)
    if (events.at(-1)?.position !== position) frames.push(`: ping\nid: ${position}\n\n`)
    yield Buffer.from(frames.join(''))
  }
  return { events: sent }
}
