import { SimpleJwksCache } from 'aws-jwt-verify/jwk'
import { readBounded } from '@pauta/platform/outbound/read-bounded'

const FETCH_TIMEOUT_MS = 3000
const FETCH_ATTEMPTS = 2
const KEYS_MAX_BYTES = 256 * 1024

/** The issuer's keys cannot be had: neither good nor bad can be said of a token. */
export class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable'
}

async function fetchOnce(uri: string): Promise<ArrayBuffer> {
  const response = await fetch(uri, {
    headers: { accept: 'application/json' },
    // Keys from wherever a redirect leads would be somebody else's.
    redirect: 'error',
    signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
  })
  if (response.ok) {
    const keys = await readBounded(response, KEYS_MAX_BYTES)
    return new Uint8Array(keys).buffer
  }
  await response.body?.cancel()
  throw new Error(`the issuer answered ${response.status}`)
}

async function fetchKeys(uri: string): Promise<ArrayBuffer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await fetchOnce(uri)
    } catch (error) {
      if (attempt >= FETCH_ATTEMPTS) throw new KeysUnavailable(`No keys from ${uri}`, { cause: error })
    }
  }
}

/**
 * Keys by their address, fetched when they are first needed and again when a token names one that is not known, at
 * most every ten seconds. Plain http is taken too: the configuration says where an issuer is, and a deployed stage
 * refuses any address but https.
 */
export function makeKeyCache(): SimpleJwksCache {
  return new SimpleJwksCache({ fetcher: { fetch: fetchKeys } })
}
