import { cacheExchange, Client, fetchExchange } from '@urql/core'
import { readOperatorToken } from './operator-session.ts'
import { readToken } from './session.ts'

/** Address of the API. Empty means the origin of the page, as on a laptop. */
export const API_URL: string = import.meta.env['VITE_API_URL'] ?? ''

const REQUEST_TIMEOUT_MS = 20_000

/** Sends a request that ends after 20 s, so that a page never waits without an end. */
const fetchInTime: typeof fetch = (input, init) => {
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
  const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout
  return fetch(input, { ...init, signal })
}

/** Does the same past the cache of the browser. */
export const fetchFresh: typeof fetch = (input, init) => fetchInTime(input, { ...init, cache: 'no-cache' })

const withToken = (token: string | undefined): RequestInit =>
  token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }

/** The client of the API. Queries are GET requests, so that every cache on the way can answer them. */
export const client = new Client({
  url: `${API_URL}/graphql`,
  preferGetMethod: 'within-url-limit',
  exchanges: [cacheExchange, fetchExchange],
  fetch: fetchInTime,
  fetchOptions: () => withToken(readToken()),
})

/** The client of an operator. Nothing is cached: the page shows what is wrong now. */
export const operatorClient = new Client({
  url: `${API_URL}/graphql`,
  preferGetMethod: false,
  requestPolicy: 'network-only',
  exchanges: [fetchExchange],
  fetch: fetchInTime,
  fetchOptions: () => withToken(readOperatorToken()),
})
