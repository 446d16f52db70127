/** Time limits of one request to an AWS service, in milliseconds. */
export interface RequestTimeouts {
  /** Limit for opening the connection. */
  connectMs: number
  /** Limit for the first byte of the answer and for each pause in the answer. */
  answerMs: number
}

/**
 * Returns the `requestHandler` options of an AWS SDK client. By default the SDK only logs a warning when a request
 * exceeds `requestTimeout`; with these options the request fails.
 */
export function requestTimeouts({ connectMs, answerMs }: RequestTimeouts) {
  return {
    connectionTimeout: connectMs,
    requestTimeout: answerMs,
    socketTimeout: answerMs,
    throwOnRequestTimeout: true,
  }
}
