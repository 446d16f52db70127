import { JwksValidationError, JwkValidationError } from 'aws-jwt-verify/error'
import { JwtVerifier } from 'aws-jwt-verify/jwt-verifier'
import { unavailable } from '@pauta/platform/errors'
import { KeysUnavailable, makeKeyCache } from './signing-keys.ts'

const CLOCK_TOLERANCE_SECONDS = 60

/** What an issuer says of whoever holds the token. */
export type Claims = Record<string, unknown>

export interface TokenIssuer {
  /** `iss` of the tokens. */
  issuer: string
  /** `aud` of the tokens, or null where whoever asks checks for whom they are. */
  audience: string | null
  /** Where the issuer's keys are. */
  jwksUri: string
}

/**
 * Makes the check of tokens of one issuer: signature (RS256, by the key that `kid` names), `iss`, `aud`, `nbf` and
 * `exp`, with a minute's tolerance. It gives the claims, or undefined when the token proves nothing, and throws
 * SERVICE_UNAVAILABLE (`identity`) when the issuer's keys cannot be had. Keys are fetched when the first token comes.
 */
export function makeTokenVerifier(from: TokenIssuer): (token: string) => Promise<Claims | undefined> {
  const verifier = JwtVerifier.create(
    { ...from, graceSeconds: CLOCK_TOLERANCE_SECONDS },
    { jwksCache: makeKeyCache() },
  )
  return async (token) => {
    try {
      const claims: Claims = await verifier.verify(token)
      // The library takes a token without an end for one that never ends.
      return typeof claims['exp'] === 'number' ? claims : undefined
    } catch (error) {
      const noKeys =
        error instanceof KeysUnavailable ||
        error instanceof JwksValidationError ||
        error instanceof JwkValidationError
      if (noKeys) throw unavailable('identity', error)
      // Whatever else the check trips over is in the token, and a token that trips it proves nothing.
      return undefined
    }
  }
}
