import { decomposeUnverifiedJwt } from 'aws-jwt-verify/jwt'

/** Longest token that is looked at; API Gateway takes 10 KB of headers in all. */
const TOKEN_MAX_CHARACTERS = 8192
/** The one algorithm in use: a token may not choose how it is checked. */
const ALGORITHM = 'RS256'

/** The bearer token of an `Authorization` header, or undefined where there is none. */
export function findBearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
}

/**
 * Who a token says it is from, which only serves to choose the verifier: nothing of it is proved yet. Undefined when it
 * is no JWT, names no issuer, or is signed in another way than RS256.
 */
export function findClaimedIssuer(token: string): string | undefined {
  if (token.length > TOKEN_MAX_CHARACTERS) return undefined
  try {
    const { header, payload } = decomposeUnverifiedJwt(token)
    return header.alg === ALGORITHM ? payload.iss : undefined
  } catch {
    // Text that does not decode is what the question is about: no issuer is claimed.
    return undefined
  }
}
