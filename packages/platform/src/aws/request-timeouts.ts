/** Bounds of one request to a service of AWS, in milliseconds. */
export interface RequestTimeouts {
  /** Until the connection stands. */
  connectMs: number
  /** Until the answer begins, and for each silence in it. */
  answerMs: number
}

/** The same as a client of the SDK takes it, which by itself only warns of a request that takes longer. */
export function requestTimeouts({ connectMs, answerMs }: RequestTimeouts) {
  return {
    connectionTimeout: connectMs,
    requestTimeout: answerMs,
    socketTimeout: answerMs,
    throwOnRequestTimeout: true,
  }
}
