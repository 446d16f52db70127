import { SimpleJwksCache } from 'aws-jwt-verify/jwk'
import { readBounded } from '@pauta/platform/input/read-bounded'

const FETCH_TIMEOUT_MS = 3000
const FETCH_ATTEMPTS = 2
const KEYS_MAX_BYTES = 256 * 1024

/** The issuer's keys cannot be fetched, so a token can be neither accepted nor refused. */
export class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable'
}

async function fetchOnce(uri: string): Promise<ArrayBuffer> {
  const response = await fetch(uri, {
    headers: { accept: 'application/json' },
    // Keys behind a redirect could be anyone's.
    redirect: 'error',
    signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
  })
  if (response.ok) {
    const keys = await readBounded(response.body, KEYS_MAX_BYTES)
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
 * Caches keys by address. Fetches them at first use, and again for a token with an unknown key, at most every 10 s.
 * Accepts plain http too: the configuration decides, and a deployed stage refuses all but https.
 */
export function makeKeyCache(): SimpleJwksCache {
  return new SimpleJwksCache({ fetcher: { fetch: fetchKeys } })
}
