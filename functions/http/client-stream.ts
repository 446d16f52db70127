import type { Writable } from 'node:stream'
import type { APIGatewayProxyResult } from 'aws-lambda'

/**
 * Sends the answer as one piece. Also writes an empty piece, because the runtime sends status and headers with the
 * first piece.
 */
export function answerWhole(
  stream: awslambda.HttpResponseStream,
  { statusCode, headers, body }: APIGatewayProxyResult,
): void {
  const whole = awslambda.HttpResponseStream.from(stream, { statusCode, headers })
  whole.write(body)
  whole.end()
}

/** Ends an answer that has only status and headers. The runtime sends them with the first piece, which is empty here. */
export function endWithoutBody(stream: awslambda.HttpResponseStream): void {
  stream.write('')
  stream.end()
}

/** Bytes that a client has to read within the limit: 64 kB in 20 s are 3.2 kB a second. */
const SLICE_BYTES = 65_536

/** Waits for an event of the stream or its end, at most the given seconds. Returns false when time is up. */
function onceWithin(stream: Writable, event: 'drain' | 'finish', seconds = Infinity): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isInTime: boolean) => {
      clearTimeout(timer)
      stream.off(event, proceed)
      stream.off('close', proceed)
      resolve(isInTime)
    }
    const proceed = () => settle(true)
    const timer = seconds === Infinity ? undefined : setTimeout(() => settle(false), seconds * 1000)
    stream.on(event, proceed)
    stream.on('close', proceed)
  })
}

/** Waits until the client has read the written bytes or has disconnected. */
export async function onceWritable(stream: Writable): Promise<void> {
  await onceWithin(stream, 'drain')
}

/**
 * Writes pieces as fast as the client reads them, and ends the stream. Cuts the connection of a client that reads
 * nothing for `stallSeconds`. Stops at a client that has disconnected. Returns the result of the pieces when all were
 * read, else undefined.
 */
export async function writeAtPace<Result>(
  stream: Writable,
  pieces: AsyncGenerator<Uint8Array, Result>,
  stallSeconds: number,
): Promise<Result | undefined> {
  try {
    for (;;) {
      const piece = await pieces.next()
      if (piece.done) {
        stream.end()
        if (!stream.writableFinished) await onceWithin(stream, 'finish', stallSeconds)
        return stream.writableFinished ? piece.value : undefined
      }
      for (let at = 0; at < piece.value.length; at += SLICE_BYTES) {
        if (stream.destroyed) return undefined
        if (stream.write(piece.value.subarray(at, at + SLICE_BYTES))) continue
        if (!(await onceWithin(stream, 'drain', stallSeconds))) return undefined
      }
    }
  } finally {
    if (!stream.writableFinished) stream.destroy()
  }
}

/**
 * Returns a signal that aborts when the stream closes before its end. Lambda does not always report a disconnected
 * client.
 */
export function watchClient(stream: Writable): AbortSignal {
  const gone = new AbortController()
  const leave = () => {
    if (!stream.writableFinished) gone.abort(new Error('The client disconnected'))
  }
  stream.once('close', leave)
  stream.once('error', leave)
  return gone.signal
}
