import { createHash } from 'node:crypto'
import { asciiLower } from '@pauta/platform/text/ascii-lower'
import type { Config } from '@pauta/platform/config/config'
import { makeTokenVerifier, type Claims } from './token-verifier.ts'

const ACCOUNT_CHARACTERS = 16

/** The account that a service token was issued to. */
interface ServiceAccount {
  /** Hash of issuer and subject, for logs: constant for an account, and not an address. */
  account: string
  /** Whether the allowlist contains the account, or the account has the role. A valid token alone gives no access. */
  listed: boolean
}

/** Verifies tokens of the issuer of service accounts. */
export interface ServiceAccounts {
  /** `iss` of the tokens; undefined where no issuer is configured, which disables the internal API. */
  readonly issuer: string | undefined
  /**
   * Returns the account of a token, or undefined for an invalid token: bad signature, unknown key, other issuer or
   * audience, expired. Throws SERVICE_UNAVAILABLE (`identity`) when the issuer's keys cannot be fetched.
   */
  find(token: string): Promise<ServiceAccount | undefined>
}

/** Whether the allowlist contains the subject, or the e-mail unless the issuer marks it as unverified. */
function isListed({ sub, email, email_verified: verified }: Claims, allowlist: ReadonlySet<string>): boolean {
  if (typeof sub === 'string' && allowlist.has(sub)) return true
  const unproved = verified === false || verified === 'false'
  // Addresses are compared only with entries that are addresses, so that no e-mail claim can equal a listed subject.
  return typeof email === 'string' && email.includes('@') && !unproved && allowlist.has(asciiLower(email))
}

/** Whether the claim, a text or a list of texts, has the role. Dots in the name of the claim lead into objects. */
function hasRole(claims: Claims, { role, roleClaim }: Config<'serviceIdentity'>['serviceIdentity']): boolean {
  if (role === '') return false
  // An issuer may name a claim by an address, which has dots of its own.
  const whole = claims[roleClaim]
  const value =
    whole ??
    roleClaim
      .split('.')
      .reduce<unknown>(
        (inner, part) => (inner instanceof Object ? (inner as Claims)[part] : undefined),
        claims,
      )
  return Array.isArray(value) ? value.includes(role) : value === role
}

function accountName({ iss, sub, email }: Claims): string {
  return createHash('sha256')
    .update(JSON.stringify([iss, sub ?? email]))
    .digest('hex')
    .slice(0, ACCOUNT_CHARACTERS)
}

const CLOSED: ServiceAccounts = { issuer: undefined, find: async () => undefined }

/** Fetches no keys yet: the first token of the issuer does. */
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
      return (
        claims && {
          account: accountName(claims),
          listed: isListed(claims, allowlist) || hasRole(claims, config),
        }
      )
    },
  }
}
