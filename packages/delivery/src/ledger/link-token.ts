import { createHmac, timingSafeEqual } from 'node:crypto'
import { addressKey } from '@pauta/clippings/subscriptions/address-key'

/** What the page behind a link does. `alerts` is the page of an address without an account, which shows its alerts. */
export type LinkPurpose = 'unsubscribe' | 'confirm' | 'alerts'

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

const PURPOSE_LETTERS = { unsubscribe: 'u', confirm: 'c', alerts: 'a' } as const
const PURPOSES = { u: 'unsubscribe', c: 'confirm', a: 'alerts' } as const
/** Prefix of the signed text, so that signatures made for other purposes never match. */
const CONTEXT = 'pauta link 1\n'
const NO_ADDRESS = '-'
const TOKEN = /^([uca])\.([A-Za-z0-9]{1,64})\.(-|[A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]{43})$/

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
  const match = TOKEN.exec(token)
  if (!match) return undefined
  // A match has all its groups; the defaults are for the compiler.
  const [, letter = '', subscriptionId = '', key = '', signature = ''] = match
  const given = Buffer.from(signature, 'base64url')
  const body = [letter, subscriptionId, key].join('.')
  const holds = secrets.some((secret) => secret !== '' && timingSafeEqual(sign(body, secret), given))
  if (!holds) return undefined
  return {
    purpose: PURPOSES[letter as keyof typeof PURPOSES],
    subscriptionId,
    addressKey: key === NO_ADDRESS ? null : key,
  }
}
