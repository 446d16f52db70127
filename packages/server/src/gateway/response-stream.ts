import type { ServerResponse } from 'node:http'
import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Context } from 'aws-lambda'
import { makeContext, withinTimeout, type InvokeOptions } from '../lambda/lambda-runtime.ts'
import { MalformedResult, readResultHead, setHead } from './rest-result.ts'

/** A handler that writes its answer in pieces. */
export type StreamingHandler = (
  event: never,
  responseStream: LambdaResponseStream,
  context: Context,
) => Promise<unknown>

/** Marks a handler as streaming, with the name that the Lambda runtime uses. */
const STREAMING = Symbol.for('aws.lambda.runtime.handler.streaming')

/**
 * The stream that a streaming handler writes to. Nothing is sent before the first byte. The first byte sends status
 * and headers, as given to `HttpResponseStream.from`. The stream closes with its client, which Lambda does not always
 * report: a handler that ends then frees its environment at once, and not at its time-out.
 */
class LambdaResponseStream extends Writable {
  readonly #response: ServerResponse
  #metadata: unknown

  constructor(response: ServerResponse) {
    super({ decodeStrings: true })
    this.#response = response
    const leave = () => {
      if (!response.writableFinished) this.destroy()
    }
    if (response.destroyed) leave()
    else response.once('close', leave)
  }

  /** Part of the runtime's interface. The metadata's headers set the content type. */
  setContentType(contentType: string): void {
    if (!this.#response.headersSent) this.#response.setHeader('content-type', contentType)
  }

  setMetadata(metadata: unknown): void {
    this.#metadata = metadata
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, callback: (error?: Error | null) => void): void {
    try {
      this.#sendHead()
    } catch (error) {
      callback(error instanceof Error ? error : new Error(String(error)))
      return
    }
    if (this.#response.destroyed) callback()
    else if (this.#response.write(chunk)) callback()
    else this.#onceWritable(callback)
  }

  override _final(callback: (error?: Error | null) => void): void {
    try {
      this.#sendHead()
    } catch (error) {
      callback(error instanceof Error ? error : new Error(String(error)))
      return
    }
    this.#response.end()
    callback()
  }

  /** A handler may cut its answer. A client sees that the answer is not whole. */
  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    if (this.#response.headersSent && !this.#response.writableEnded) this.#response.destroy()
    callback(error)
  }

  #sendHead(): void {
    if (this.#response.headersSent || this.#response.destroyed) return
    if (this.#metadata === undefined) {
      throw new MalformedResult(
        'A streaming handler must begin with awslambda.HttpResponseStream.from(stream, metadata)',
      )
    }
    setHead(this.#response, readResultHead(this.#metadata))
    this.#response.flushHeaders()
  }

  /** Calls `go` when the client has received the buffered bytes, or has disconnected. */
  #onceWritable(go: () => void): void {
    const response = this.#response
    const proceed = () => {
      response.off('drain', proceed)
      response.off('close', proceed)
      go()
    }
    response.on('drain', proceed)
    response.on('close', proceed)
  }
}

/** The `awslambda` global of Lambda's Node runtime. */
const runtime = {
  streamifyResponse<Handler extends object>(handler: Handler): Handler {
    return Object.assign(handler, { [STREAMING]: 'response' })
  },
  HttpResponseStream: {
    /** Sets the status and headers that the stream's first byte sends. */
    from(stream: LambdaResponseStream, metadata: unknown): LambdaResponseStream {
      stream.setMetadata(metadata)
      return stream
    },
  },
}

/** Sets `globalThis.awslambda`, which handlers use when they are loaded. */
export function installStreamingRuntime(): void {
  Object.assign(globalThis, { awslambda: runtime })
}

const isCut = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'

/**
 * Calls a streaming handler and waits until its stream ends or the handler cuts it. Throws the handler's error, or
 * LambdaTimeout.
 */
export async function invokeStreamingHandler(
  handler: StreamingHandler,
  event: unknown,
  response: ServerResponse,
  options: InvokeOptions,
): Promise<void> {
  const stream = new LambdaResponseStream(response)
  const ended = finished(stream).catch((error: unknown) => {
    if (!isCut(error)) throw error
  })
  const work = async () => {
    await handler(structuredClone(event) as never, stream, makeContext(options))
    await ended
  }
  try {
    await withinTimeout(Promise.all([work(), ended]), options)
  } finally {
    stream.destroy()
  }
}
