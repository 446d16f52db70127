import { createHash } from 'node:crypto'
import { asciiLower } from '@pauta/platform/text/ascii-lower'
import type { Config } from '@pauta/platform/config/config'
import { makeTokenVerifier, type Claims } from './token-verifier.ts'

const ACCOUNT_CHARACTERS = 16

/** Whoever a service token was issued to. */
export interface ServiceAccount {
  /** Hash of issuer and subject, for logs: the same account is always the same word, and no address. */
  account: string
  /** Whether the allowlist names it. A token alone opens nothing. */
  listed: boolean
}

/** Proves tokens of the one issuer of service accounts. */
export interface ServiceAccounts {
  /** `iss` of the tokens; undefined where no issuer is configured, which closes the internal surface. */
  readonly issuer: string | undefined
  /**
   * The account of a token, or undefined when the token proves nothing: bad signature, unknown key, another issuer or
   * audience, expired. Throws SERVICE_UNAVAILABLE (`identity`) when the issuer's keys cannot be had.
   */
  find(token: string): Promise<ServiceAccount | undefined>
}

/** The claims by which an account may be listed: its subject, and its e-mail unless the issuer says it is unproved. */
function isListed({ sub, email, email_verified: verified }: Claims, allowlist: ReadonlySet<string>): boolean {
  if (typeof sub === 'string' && allowlist.has(sub)) return true
  const unproved = verified === false || verified === 'false'
  // Only an entry that is an address is compared with addresses, so that none can stand for a listed subject.
  return typeof email === 'string' && email.includes('@') && !unproved && allowlist.has(asciiLower(email))
}

function accountName({ iss, sub, email }: Claims): string {
  return createHash('sha256')
    .update(JSON.stringify([iss, sub ?? email]))
    .digest('hex')
    .slice(0, ACCOUNT_CHARACTERS)
}

const CLOSED: ServiceAccounts = { issuer: undefined, find: async () => undefined }

/** Opens nothing yet: keys are fetched when the first token of the issuer comes. */
export function openServiceAccounts(config: Config<'serviceIdentity'>['serviceIdentity']): ServiceAccounts {
  const { issuer, audience, jwksUri } = config
  if (issuer === '') return CLOSED
  const allowlist = new Set(
    config.allowlist.map((entry) => (entry.includes('@') ? asciiLower(entry) : entry)),
  )
  const verify = makeTokenVerifier({ issuer, audience, jwksUri })
  return {
    issuer,
    async find(token) {
      const claims = await verify(token)
      return claims && { account: accountName(claims), listed: isListed(claims, allowlist) }
    },
  }
}
