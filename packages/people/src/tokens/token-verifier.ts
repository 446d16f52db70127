import { JwksValidationError, JwkValidationError } from 'aws-jwt-verify/error'
import { JwtVerifier } from 'aws-jwt-verify/jwt-verifier'
import { unavailable } from '@pauta/platform/errors'
import { KeysUnavailable, makeKeyCache } from './signing-keys.ts'

const CLOCK_TOLERANCE_SECONDS = 60

/** The claims in a verified token. */
export type Claims = Record<string, unknown>

export interface TokenIssuer {
  /** `iss` of the tokens. */
  issuer: string
  /** `aud` of the tokens, or null where the caller checks the audience. */
  audience: string | null
  /** Address of the issuer's keys. */
  jwksUri: string
}

/**
 * Returns a verifier for tokens of one issuer. It checks the signature (RS256, with the key that `kid` names), `iss`,
 * `aud`, `nbf` and `exp`, with a tolerance of 60 s. It returns the claims, or undefined for an invalid token, and
 * throws SERVICE_UNAVAILABLE (`identity`) when the issuer's keys cannot be fetched. Fetches keys with the first token.
 */
export function makeTokenVerifier(from: TokenIssuer): (token: string) => Promise<Claims | undefined> {
  const verifier = JwtVerifier.create(
    { ...from, graceSeconds: CLOCK_TOLERANCE_SECONDS },
    { jwksCache: makeKeyCache() },
  )
  return async (token) => {
    try {
      const claims: Claims = await verifier.verify(token)
      // The library accepts a token without `exp`, which would never expire.
      return typeof claims['exp'] === 'number' ? claims : undefined
    } catch (error) {
      const noKeys =
        error instanceof KeysUnavailable ||
        error instanceof JwksValidationError ||
        error instanceof JwkValidationError
      if (noKeys) throw unavailable('identity', error)
      // All other errors are caused by the token, so the token is invalid.
      return undefined
    }
  }
}
