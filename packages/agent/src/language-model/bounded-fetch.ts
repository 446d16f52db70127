import { readBounded } from '@pauta/platform/input/read-bounded'

/** Fifty times the longest answer that we request, including the envelope of the service. */
const ANSWER_MAX_BYTES = 1024 * 1024

/** `fetch` for the clients of models, which read answers of any size. Throws for more than 1 MB. */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  const { status, statusText, headers } = response
  const body = await readBounded(response.body, ANSWER_MAX_BYTES)
  // Some statuses (204, 304) allow no body, not even an empty one.
  return new Response(body.length === 0 ? null : new Uint8Array(body), { status, statusText, headers })
}
