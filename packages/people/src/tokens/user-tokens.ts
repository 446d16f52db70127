import type { Config } from '@pauta/platform/config/config'
import { makeTokenVerifier, type Claims } from './token-verifier.ts'

/** OpenID Connect limits a subject to 255 characters. */
const SUBJECT_MAX_CHARACTERS = 255

/** The user that a verified token belongs to, as the issuer names them. */
export interface ProvenUser {
  subject: string
  claims: Claims
}

/** Verifies tokens of the issuer of users. */
export interface UserTokens {
  /** `iss` of the tokens; undefined where no issuer is configured, and then nobody can log in. */
  readonly issuer: string | undefined
  /**
   * Returns the user of a token, or undefined for an invalid token: bad signature, unknown key, other issuer, other
   * audience, expired. Throws SERVICE_UNAVAILABLE (`identity`) when the issuer's keys cannot be fetched.
   */
  find(token: string): Promise<ProvenUser | undefined>
}

/** Whether a token is meant for us. Issuers use different claims: `aud`, Cognito `client_id`, Keycloak `azp`. */
function isForUs({ aud, client_id: clientId, azp }: Claims, audiences: ReadonlySet<unknown>): boolean {
  const named: unknown[] = [...(Array.isArray(aud) ? (aud as unknown[]) : [aud]), clientId, azp]
  return named.some((name) => audiences.has(name))
}

/** PostgreSQL stores no zero character. A lone surrogate becomes U+FFFD in UTF-8, so two subjects could share a row. */
const isSubject = (sub: unknown): sub is string =>
  typeof sub === 'string' &&
  sub !== '' &&
  sub.length <= SUBJECT_MAX_CHARACTERS &&
  !sub.includes('\0') &&
  sub.isWellFormed()

/** Fetches no keys yet: the first token of the issuer does. */
export function openUserTokens({
  issuer,
  audiences,
  jwksUri,
}: Config<'userIdentity'>['userIdentity']): UserTokens {
  if (issuer === '') return { issuer: undefined, find: async () => undefined }
  const accepted = new Set(audiences)
  const verify = makeTokenVerifier({ issuer, audience: null, jwksUri })
  return {
    issuer,
    async find(token) {
      const claims = await verify(token)
      if (!claims || !isSubject(claims['sub']) || !isForUs(claims, accepted)) return undefined
      return { subject: claims['sub'], claims }
    },
  }
}
