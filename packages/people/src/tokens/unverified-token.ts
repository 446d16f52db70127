import { decomposeUnverifiedJwt } from 'aws-jwt-verify/jwt'

/** Longer tokens are refused; API Gateway accepts 10 KB of headers in total. */
const TOKEN_MAX_CHARACTERS = 8192
/** The only accepted algorithm: a token must not choose how it is verified. */
const ALGORITHM = 'RS256'

/** Returns the bearer token of an `Authorization` header, or undefined. */
export function findBearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
}

/**
 * Returns the `iss` claim of a token, unverified, only to choose the verifier. Returns undefined when the token is no
 * JWT, has no issuer, or is not signed with RS256.
 */
export function findClaimedIssuer(token: string): string | undefined {
  if (token.length > TOKEN_MAX_CHARACTERS) return undefined
  try {
    const { header, payload } = decomposeUnverifiedJwt(token)
    return header.alg === ALGORITHM ? payload.iss : undefined
  } catch {
    // A token that cannot be decoded claims no issuer.
    return undefined
  }
}
