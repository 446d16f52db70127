import { asciiLower } from '@pauta/platform/text/ascii-lower'

const NAME_MAX_CHARACTERS = 100
const EMAIL_MAX_CHARACTERS = 254

/** What an issuer says of a person; undefined where it does not say. */
export interface Profile {
  name?: string | undefined
  username?: string | undefined
  email?: string | undefined
  emailVerified?: boolean | undefined
}

/** The same as we keep it. */
export interface KeptProfile {
  name: string | null
  username: string | null
  email: string | null
  emailVerified: boolean
}

export const UNKNOWN_PERSON: KeptProfile = { name: null, username: null, email: null, emailVerified: false }

const EMAIL = /^[^\s@<>"(),;:\\]+@[^\s@<>"(),;:\\]+$/
const EMAIL_WITHIN = /\S@\S/

/** A name fit to be shown to others: one line, and no e-mail, which some issuers give in its place. */
function nameOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || EMAIL_WITHIN.test(value)) return undefined
  const line = value.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
  return line === '' ? undefined : [...line].slice(0, NAME_MAX_CHARACTERS).join('')
}

function emailOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const email = value.trim()
  return email.length <= EMAIL_MAX_CHARACTERS && EMAIL.test(email) && !/\p{Cc}/u.test(email)
    ? email
    : undefined
}

/** Cognito says it in words. */
function verifiedOf(value: unknown): boolean | undefined {
  if (value === true || value === 'true') return true
  return value === false || value === 'false' ? false : undefined
}

/** The standard claims of OpenID Connect that tell of a person; what is not fit to be kept counts as not said. */
export function readProfile(claims: Record<string, unknown>): Profile {
  return {
    name: nameOf(claims['name']),
    username: nameOf(claims['preferred_username']),
    email: emailOf(claims['email']),
    emailVerified: verifiedOf(claims['email_verified']),
  }
}

/** Whether nothing is left to ask the issuer for. */
export function isComplete({ name, username, email, emailVerified }: Profile): boolean {
  return (name ?? username) !== undefined && email !== undefined && emailVerified !== undefined
}

const isSame = (one: string | null | undefined, other: string | null | undefined) =>
  (one == null ? one : asciiLower(one)) === (other == null ? other : asciiLower(other))

/** What a token says, with what its issuer added to it. Whether an address is verified is only said of that address. */
export function completeProfile(told: Profile, added: Profile): Profile {
  const speaksOfIt = told.email === undefined || isSame(told.email, added.email)
  return {
    name: told.name ?? added.name,
    username: told.username ?? added.username,
    email: told.email ?? added.email,
    emailVerified:
      (told.email === undefined ? undefined : told.emailVerified) ??
      (speaksOfIt ? added.emailVerified : undefined),
  }
}

/**
 * What we keep of a person once an issuer has spoken: what it does not say stays. A new address is unverified until it
 * is said to be verified; the same address keeps what was said of it.
 */
export function updateProfile(kept: KeptProfile, said: Profile): KeptProfile {
  const before = said.email === undefined || isSame(said.email, kept.email) ? kept.emailVerified : false
  return {
    name: said.name ?? kept.name,
    username: said.username ?? kept.username,
    email: said.email ?? kept.email,
    emailVerified: said.email === undefined ? before : (said.emailVerified ?? before),
  }
}

/** Whether there is something to write. */
export function isChanged(one: KeptProfile, other: KeptProfile): boolean {
  return (['name', 'username', 'email', 'emailVerified'] as const).some((key) => one[key] !== other[key])
}

const NAMELESS = 'Usuário'

/** How others see a person: by name, else by user name, else as "Usuário"; never by an e-mail. */
export function displayName({ name, username }: Pick<KeptProfile, 'name' | 'username'>): string {
  return nameOf(name) ?? nameOf(username) ?? NAMELESS
}
