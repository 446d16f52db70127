import type { Writable } from 'node:stream'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import type { ExecutionResult } from 'graphql'
import { createHandler } from 'graphql-sse'

/** Shorter than the 12 seconds that are promised. */
const PING_SECONDS = 10
/** Longer than a screen takes to draw. */
const FRAME_GAP_MS = 40
const PING = ':\n\n'

interface Operation {
  results: AsyncGenerator<ExecutionResult>
}

/** graphql-sse in distinct connections mode: it frames results that are already there. */
const frame = createHandler<APIGatewayProxyEvent, Operation>({
  // A token would open a reservation for the other mode.
  authenticate: () => null,
  onSubscribe: ({ context }) => context.results,
})

/** The frames of a stream of results: `next` for each, `complete` after the last, and comments in between. */
export async function frameResults(
  results: Operation['results'],
  event: APIGatewayProxyEvent,
): Promise<AsyncIterable<string>> {
  const [body] = await frame({
    method: 'POST',
    url: '/graphql/stream',
    headers: {
      get: (name) =>
        ({ accept: 'text/event-stream', 'content-type': 'application/json' })[name.toLowerCase()] ?? null,
    },
    // The operation has been read and parsed; this stands for it.
    body: { query: '' },
    raw: event,
    context: { results },
  })
  if (typeof body === 'string' || !body) throw new Error('graphql-sse gave no stream')
  return body
}

/** Goes on when the client has taken what was written, or has gone. */
function onceWritable(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    const proceed = () => {
      stream.off('drain', proceed)
      stream.off('close', proceed)
      resolve()
    }
    stream.on('drain', proceed)
    stream.on('close', proceed)
  })
}

/** Goes on after so many milliseconds, or when the client has gone. */
function pause(milliseconds: number, stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    const proceed = () => {
      clearTimeout(timer)
      stream.off('close', proceed)
      resolve()
    }
    const timer = setTimeout(proceed, milliseconds)
    stream.on('close', proceed)
  })
}

/**
 * Writes frames at least 40 ms apart, and a comment whenever nothing else was written for 10 seconds. Clients that draw
 * what came last would never show a frame that the next one follows at once.
 */
export async function writeFrames(frames: AsyncIterable<string>, stream: Writable): Promise<void> {
  const timer = setInterval(() => stream.write(PING), PING_SECONDS * 1000)
  let next = performance.now()
  try {
    for await (const text of frames) {
      const early = next - performance.now()
      if (early > 0 && !stream.destroyed) await pause(early, stream)
      next = performance.now() + FRAME_GAP_MS
      timer.refresh()
      if (stream.destroyed) break
      if (!stream.write(text)) await onceWritable(stream)
    }
  } finally {
    clearInterval(timer)
  }
}

/** A signal that is aborted when the stream closes before its end, which Lambda does not always tell. */
export function watchClient(stream: Writable): AbortSignal {
  const gone = new AbortController()
  const leave = () => {
    if (!stream.writableFinished) gone.abort(new Error('The client has gone'))
  }
  stream.once('close', leave)
  stream.once('error', leave)
  return gone.signal
}
