import type { Config } from '@pauta/platform/config/config'
import { makeTokenVerifier, type Claims } from './token-verifier.ts'

/** OpenID Connect gives a subject 255 characters at most. */
const SUBJECT_MAX_CHARACTERS = 255

/** Whose a token is, as its issuer knows them. */
export interface ProvenUser {
  subject: string
  claims: Claims
}

/** Proves tokens of the one issuer of users. */
export interface UserTokens {
  /** `iss` of the tokens; undefined where no issuer is configured, and then nobody can log in. */
  readonly issuer: string | undefined
  /**
   * Whose a token is, or undefined when it proves nothing: bad signature, unknown key, another issuer, meant for
   * another service, expired. Throws SERVICE_UNAVAILABLE (`identity`) when the issuer's keys cannot be had.
   */
  find(token: string): Promise<ProvenUser | undefined>
}

/** Whether a token is for us, by whichever claim its issuer says it in: `aud`, Cognito `client_id`, Keycloak `azp`. */
function isForUs({ aud, client_id: clientId, azp }: Claims, audiences: ReadonlySet<string>): boolean {
  const named: unknown[] = [...(Array.isArray(aud) ? (aud as unknown[]) : [aud]), clientId, azp]
  return named.some((name) => typeof name === 'string' && audiences.has(name))
}

/**
 * PostgreSQL stores no zero character. Half a surrogate pair becomes U+FFFD in UTF-8, so that two subjects would share one
 * row.
 */
const isSubject = (sub: unknown): sub is string =>
  typeof sub === 'string' &&
  sub !== '' &&
  sub.length <= SUBJECT_MAX_CHARACTERS &&
  !sub.includes('\0') &&
  sub.isWellFormed()

/** Opens nothing yet: keys are fetched when the first token of the issuer comes. */
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
