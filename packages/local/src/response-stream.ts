import type { ServerResponse } from 'node:http'
import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Context } from 'aws-lambda'
import { makeContext, withinTimeout, type InvokeOptions } from './lambda-runtime.ts'
import { MalformedResult, readResultHead, setHead } from './rest-result.ts'

/** A handler that writes its answer piece by piece. */
export type StreamingHandler = (
  event: never,
  responseStream: LambdaResponseStream,
  context: Context,
) => Promise<unknown>

/** Marks a handler as streaming, under the name that the Lambda runtime uses. */
const STREAMING = Symbol.for('aws.lambda.runtime.handler.streaming')

/**
 * What a streaming handler writes to. Nothing is sent before the first byte; then come status and headers, as given to
 * `HttpResponseStream.from`, and each piece as it is written. A client that has gone is not reported to the handler, as
 * on Lambda: what it still writes goes nowhere.
 */
export class LambdaResponseStream extends Writable {
  readonly #response: ServerResponse
  #metadata: unknown

  constructor(response: ServerResponse) {
    super({ decodeStrings: true })
    this.#response = response
  }

  /** Part of the runtime's interface; the type of the content stands in the metadata's headers. */
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

  /** Goes on when the client has taken what was sent, or has gone. */
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
    /** Says what status and headers the stream's first byte will bring. */
    from(stream: LambdaResponseStream, metadata: unknown): LambdaResponseStream {
      stream.setMetadata(metadata)
      return stream
    },
  },
}

/** Provides `globalThis.awslambda` to handlers, which use it when they are loaded. */
export function installStreamingRuntime(): void {
  Object.assign(globalThis, { awslambda: runtime })
}

/** Calls a streaming handler and waits until its stream has ended. Throws what the handler throws, or LambdaTimeout. */
export async function invokeStreamingHandler(
  handler: StreamingHandler,
  event: unknown,
  response: ServerResponse,
  options: InvokeOptions,
): Promise<void> {
  const stream = new LambdaResponseStream(response)
  const ended = finished(stream)
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
