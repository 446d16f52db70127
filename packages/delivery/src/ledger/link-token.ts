import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { asciiLower } from '@pauta/platform/text/ascii-lower'

/** What pressing the button behind a link does. */
export type LinkPurpose = 'unsubscribe' | 'confirm'

/** Whom a link in a mail is for. */
export interface LinkTarget {
  purpose: LinkPurpose
  subscriptionId: string
  /** The extra address that the mail goes to; null for the subscriber's own, which stands for the whole channel. */
  address: string | null
}

/** What a link says when it comes back: of the address only a key, by which its subscription recognises it. */
export interface SignedLink {
  purpose: LinkPurpose
  subscriptionId: string
  addressKey: string | null
}

const PURPOSE_LETTERS = { unsubscribe: 'u', confirm: 'c' } as const
/** Ahead of what is signed, so that a signature made for anything else never fits. */
const CONTEXT = 'pauta link 1\n'
const KEY_CHARACTERS = 16
const NO_ADDRESS = '-'
const TOKEN = /^([uc])\.([A-Za-z0-9]{1,64})\.(-|[A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]{43})$/

/** A key of an address in any case: links, and the logs that keep them, carry no address. */
export function addressKey(address: string): string {
  return createHash('sha256').update(asciiLower(address.trim())).digest('base64url').slice(0, KEY_CHARACTERS)
}

const sign = (body: string, secret: string) =>
  createHmac('sha256', secret)
    .update(CONTEXT + body)
    .digest()

/** A token for a link, of URL-safe characters; HMAC-SHA256. It holds as long as its secret is known. */
export function signLinkToken({ purpose, subscriptionId, address }: LinkTarget, secret: string): string {
  if (secret === '') throw new Error('links need a secret to be signed with')
  const key = address === null ? NO_ADDRESS : addressKey(address)
  const body = [PURPOSE_LETTERS[purpose], subscriptionId, key].join('.')
  return `${body}.${sign(body, secret).toString('base64url')}`
}

/**
 * Reads a token that one of the secrets signed: the present one, and the one before it where secrets change. Blank
 * secrets open nothing. Undefined for anything else, whatever is wrong with it.
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
