import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { asciiLower } from '@pauta/platform/text/ascii-lower'

/** What the page behind a link does. */
export type LinkPurpose = 'unsubscribe' | 'confirm'

/** The subscription and address that a link is for. */
export interface LinkTarget {
  purpose: LinkPurpose
  subscriptionId: string
  /**
   * The extra address that the mail goes to; null for the subscriber's own address, whose link covers the whole
   * channel.
   */
  address: string | null
}

/** The content of a link token. It contains a key of the address instead of the address. */
export interface SignedLink {
  purpose: LinkPurpose
  subscriptionId: string
  addressKey: string | null
}

const PURPOSE_LETTERS = { unsubscribe: 'u', confirm: 'c' } as const
/** Prefix of the signed text, so that signatures made for other purposes never match. */
const CONTEXT = 'pauta link 1\n'
const KEY_CHARACTERS = 16
const NO_ADDRESS = '-'
const TOKEN = /^([uc])\.([A-Za-z0-9]{1,64})\.(-|[A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]{43})$/

/** Returns a key of an address, ignoring case. Links, and logs with links, must not contain addresses. */
export function addressKey(address: string): string {
  return createHash('sha256').update(asciiLower(address.trim())).digest('base64url').slice(0, KEY_CHARACTERS)
}

const sign = (body: string, secret: string) =>
  createHmac('sha256', secret)
    .update(CONTEXT + body)
    .digest()

/** Returns a URL-safe token for a link, signed with HMAC-SHA256. The token is valid as long as its secret is known. */
export function signLinkToken({ purpose, subscriptionId, address }: LinkTarget, secret: string): string {
  if (secret === '') throw new Error('links need a signing secret')
  const key = address === null ? NO_ADDRESS : addressKey(address)
  const body = [PURPOSE_LETTERS[purpose], subscriptionId, key].join('.')
  return `${body}.${sign(body, secret).toString('base64url')}`
}

/**
 * Returns the content of a token that one of the secrets signed: the current one, or the previous one during a
 * rotation. Ignores blank secrets. Returns undefined for any invalid token.
 */
export function readLinkToken(token: string, secrets: readonly string[]): SignedLink | undefined {
  const [, letter, subscriptionId, key, signature] = TOKEN.exec(token) ?? []
  if (letter === undefined || subscriptionId === undefined || key === undefined || signature === undefined)
    return undefined
  const given = Buffer.from(signature, 'base64url')
  const body = [letter, subscriptionId, key].join('.')
  const holds = secrets.some((secret) => secret !== '' && timingSafeEqual(sign(body, secret), given))
  if (!holds) return undefined
  return {
    purpose: letter === 'u' ? 'unsubscribe' : 'confirm',
    subscriptionId,
    addressKey: key === NO_ADDRESS ? null : key,
  }
}
