import { createParser } from 'eventsource-parser'

/** More than any event of a worker has. A longer line is an error. */
const BUFFERED_MAX_CHARACTERS = 1024 * 1024

export interface ReadOptions {
  signal: AbortSignal
  /** The connection ends after this time without a byte. */
  silenceMs: number
}

/** Thrown when the sender is silent for too long or sends a line that is too long. */
export class BrokenStream extends Error {
  override readonly name = 'BrokenStream'
}

/** Returns the next chunk, or undefined at the end. Throws BrokenStream after a silence, and the signal's reason. */
async function readChunk(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  { signal, silenceMs }: ReadOptions,
): Promise<Uint8Array | undefined> {
  signal.throwIfAborted()
  const stopped = Promise.withResolvers<never>()
  const onAbort = () => stopped.reject(signal.reason as Error)
  const timer = setTimeout(
    () => stopped.reject(new BrokenStream(`nothing came for ${silenceMs} ms`)),
    silenceMs,
  )
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    const { value } = await Promise.race([reader.read(), stopped.promise])
    return value
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
}

/**
 * Yields the data of each event of a server-sent event stream, however its bytes are split into chunks. Skips
 * comments and other fields. Yields a last event without a blank line after it. Throws BrokenStream.
 */
export async function* readDataLines(
  body: ReadableStream<Uint8Array>,
  options: ReadOptions,
): AsyncGenerator<string> {
  const pending: string[] = []
  let tooLong = false
  const parser = createParser({
    maxBufferSize: BUFFERED_MAX_CHARACTERS,
    onEvent: ({ data }) => pending.push(data),
    onError: ({ type }) => {
      tooLong ||= type === 'max-buffer-size-exceeded'
    },
  })
  const decoder = new TextDecoder()
  const reader = body.getReader()
  try {
    for (;;) {
      const chunk = await readChunk(reader, options)
      parser.feed(chunk ? decoder.decode(chunk, { stream: true }) : `${decoder.decode()}\n\n`)
      yield* pending.splice(0)
      if (tooLong) throw new BrokenStream(`an event is longer than ${BUFFERED_MAX_CHARACTERS} characters`)
      if (!chunk) return
    }
  } finally {
    // Closes the connection. The error of a sender at this point does not matter.
    await reader.cancel().catch(() => undefined)
  }
}
