import type { Writable } from 'node:stream'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import type { ExecutionResult } from 'graphql'
import { createHandler } from 'graphql-sse'
import { onceWritable } from '../../http/client-stream.ts'

/** Below the 12 seconds that the contract promises. */
const PING_SECONDS = 10
/** Longer than one frame of a 60 Hz screen. */
export const FRAME_GAP_MS = 40
const PING = ':\n\n'

interface Operation {
  results: AsyncGenerator<ExecutionResult>
}

/** graphql-sse in distinct connections mode; it only frames existing results. */
const frame = createHandler<APIGatewayProxyEvent, Operation>({
  // A token would start the single connection mode.
  authenticate: () => null,
  onSubscribe: ({ context }) => context.results,
})

/** Returns the frames of a stream of results: `next` for each, `complete` after the last, and comments in between. */
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
    // A placeholder: the operation is already parsed.
    body: { query: '' },
    raw: event,
    context: { results },
  })
  if (!(body instanceof Object)) throw new Error('graphql-sse returned no stream')
  return body
}

/** Waits for the milliseconds or until the client disconnects. */
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
 * Writes frames at least 40 ms apart, or by another gap, and a comment after 10 seconds without a frame. Clients that draw
 * only the latest frame would skip a frame that the next one follows at once.
 */
export async function writeFrames(
  frames: AsyncIterable<string>,
  stream: Writable,
  gapMs: () => number = () => FRAME_GAP_MS,
): Promise<void> {
  const timer = setInterval(() => stream.write(PING), PING_SECONDS * 1000)
  let next = performance.now()
  try {
    for await (const text of frames) {
      const early = next - performance.now()
      if (early > 0 && !stream.destroyed) await pause(early, stream)
      next = performance.now() + gapMs()
      timer.refresh()
      if (stream.destroyed) break
      if (!stream.write(text)) await onceWritable(stream)
    }
  } finally {
    clearInterval(timer)
  }
}
