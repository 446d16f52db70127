import { asciiLower } from '@pauta/platform/text/ascii-lower'

const NAME_MAX_CHARACTERS = 100
const EMAIL_MAX_CHARACTERS = 254

/** A person's claims; undefined for claims that the issuer did not send. */
export interface Profile {
  name?: string | undefined
  username?: string | undefined
  email?: string | undefined
  emailVerified?: boolean | undefined
}

/** A stored profile. */
export interface KeptProfile {
  name: string | null
  username: string | null
  email: string | null
  emailVerified: boolean
}

export const UNKNOWN_PERSON: KeptProfile = { name: null, username: null, email: null, emailVerified: false }

const EMAIL = /^[^\s@<>"(),;:\\]+@[^\s@<>"(),;:\\]+$/
const EMAIL_WITHIN = /\S@\S/

/** Returns a name that others may see: one line, and no e-mail address, which some issuers send as a name. */
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

/** Cognito sends `true` and `false` as strings. */
function verifiedOf(value: unknown): boolean | undefined {
  if (value === true || value === 'true') return true
  return value === false || value === 'false' ? false : undefined
}

/** Reads the standard OpenID Connect claims about a person. Invalid values count as missing. */
export function readProfile(claims: Record<string, unknown>): Profile {
  return {
    name: nameOf(claims['name']),
    username: nameOf(claims['preferred_username']),
    email: emailOf(claims['email']),
    emailVerified: verifiedOf(claims['email_verified']),
  }
}

/** Whether no claim is missing, so that the issuer need not be asked. */
export function isComplete({ name, username, email, emailVerified }: Profile): boolean {
  return (name ?? username) !== undefined && email !== undefined && emailVerified !== undefined
}

const isSame = (one: string | null | undefined, other: string | null | undefined) =>
  (one == null ? one : asciiLower(one)) === (other == null ? other : asciiLower(other))

/**
 * Adds the issuer's claims to those of the token. `email_verified` counts only for the address that it was sent with.
 */
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
 * Updates a stored profile with an issuer's claims; missing claims keep their values. A new address is unverified until
 * the issuer marks it as verified; an unchanged address keeps its state.
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

/** Whether two profiles differ. */
export function isChanged(one: KeptProfile, other: KeptProfile): boolean {
  return (['name', 'username', 'email', 'emailVerified'] as const).some((key) => one[key] !== other[key])
}

const NAMELESS = 'Usuário'

/** The name that others see: the name, else the user name, else "Usuário"; never an e-mail address. */
export function displayName({ name, username }: Pick<KeptProfile, 'name' | 'username'>): string {
  return nameOf(name) ?? nameOf(username) ?? NAMELESS
}
