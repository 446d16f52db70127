import { readBounded } from '@pauta/platform/outbound/read-bounded'

/** Fifty times what the longest answer that is asked for has, with all that a service says around it. */
const ANSWER_MAX_BYTES = 1024 * 1024

/** `fetch` for the clients of models, which read any answer to its end. Throws when it has more than 1 MB. */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  const { status, statusText, headers } = response
  const body = await readBounded(response, ANSWER_MAX_BYTES)
  // An answer of some statuses may have no body, not even an empty one.
  return new Response(body.length === 0 ? null : new Uint8Array(body), { status, statusText, headers })
}
