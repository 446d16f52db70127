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

/** Waits until the client has read the written bytes or has disconnected. */
export function onceWritable(stream: Writable): Promise<void> {
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
