import { followEvents, type FollowedPage, type Following } from '@pauta/core/history/follow'
import type { ArticleEvent } from '@pauta/core/history/queries'
import type { Tail } from '@pauta/core/history/tail'
import { formatInstant } from '@pauta/platform/time/time'

/** A comment at least this often, so that no proxy closes an idle connection. */
const HEARTBEAT_MS = 12_000
/** The pause of a client before it connects again. */
const RETRY_MS = 2000

/** Bytes of a piece that is written at once. A client that reads slowly keeps one in memory, not a page of events. */
const PIECE_BYTES = 32_768

/** The frames of the events that the tail keeps: all clients get the same ones, so that each is encoded once. */
const encoded = new WeakMap<ArticleEvent, Buffer>()

/** One event: its position as the id, its kind as the name, and the rest as JSON. */
function encodeEvent(event: ArticleEvent): Buffer {
  const known = encoded.get(event)
  if (known !== undefined) return known
  const { at, agencyKey, ...rest } = event
  const data = JSON.stringify({ ...rest, agency: agencyKey, at: formatInstant(at) })
  const frame = Buffer.from(`id: ${event.position}\nevent: ${event.kind}\ndata: ${data}\n\n`)
  encoded.set(event, frame)
  return frame
}

/** Joins frames to pieces of about 32 kB. */
function* joinFrames(frames: Iterable<Buffer>): Generator<Buffer> {
  let piece: Buffer[] = []
  let bytes = 0
  for (const frame of frames) {
    piece.push(frame)
    bytes += frame.length
    if (bytes < PIECE_BYTES) continue
    yield Buffer.concat(piece, bytes)
    piece = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(piece, bytes)
}

/** The frames of a page. A frame without data moves the position of a client over events that its filter leaves out. */
function* framesOf({ events, position }: FollowedPage): Generator<Buffer> {
  for (const event of events) yield encodeEvent(event)
  if (events.at(-1)?.position !== position) yield Buffer.from(`: ping\nid: ${position}\n\n`)
}

/**
 * Yields the events of the articles that pass a filter, as frames of an event stream, until the client is gone or it is
 * late.
 */
export async function* followArticles(
  tail: Tail,
  following: Omit<Following, 'waitMs'>,
): AsyncGenerator<Uint8Array, { events: number }> {
  let sent = 0
  yield Buffer.from(`retry: ${RETRY_MS}\nid: ${following.after}\n\n`)
  for await (const page of followEvents(tail, { ...following, waitMs: HEARTBEAT_MS })) {
    sent += page.events.length
    yield* joinFrames(framesOf(page))
  }
  return { events: sent }
}
