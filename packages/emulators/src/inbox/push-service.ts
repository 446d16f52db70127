import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto'
import ece from 'http_ece'
import type { InboxAnswer, InboxRequest } from './http-exchange.ts'
import { findTexts } from './json-text.ts'
import type { MessageStore } from './message-store.ts'

/** Length in bytes of a private key of the P-256 curve. */
const KEY_BYTES = 32
const CURVE = 'prime256v1'
/** Maximum encrypted bytes. RFC 8030 leaves the limit to push services; all of them chose this one. */
const BODY_MAX_BYTES = 4096
const COORDINATE_BYTES = 32
const TITLE_MAX_CHARACTERS = 80

/** The push subscription that a browser gives to a page. */
export interface BrowserSubscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

interface Browser {
  privateKey: string
  auth: string
  /** The push service answers 410 for a browser that has unsubscribed. */
  gone: boolean
}

const keyOf = (id: string) => `browser-${id}`

/**
 * Returns true when the token of `Authorization: vapid t=…, k=…` has its key's signature, this audience and has not
 * expired (RFC 8292).
 */
function isSigned(authorization: string | undefined, origin: string): boolean {
  try {
    return isProven(authorization, origin)
  } catch {
    // A key that is not a point of the curve, or claims that are not JSON, make the token invalid.
    return false
  }
}

function isProven(authorization: string | undefined, origin: string): boolean {
  const [, token = ''] = /\bt=([\w-]+\.[\w-]+\.[\w-]+)/.exec(authorization ?? '') ?? []
  const [, key = ''] = /\bk=([\w-]+)/.exec(authorization ?? '') ?? []
  const point = Buffer.from(key, 'base64url')
  const [head = '', payload = '', signature = ''] = token.split('.')
  if (point.length !== 1 + 2 * COORDINATE_BYTES) return false
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 1 + COORDINATE_BYTES).toString('base64url'),
      y: point.subarray(1 + COORDINATE_BYTES).toString('base64url'),
    },
  })
  const signed = Buffer.from(`${head}.${payload}`)
  const proof = Buffer.from(signature, 'base64url')
  if (!verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, proof)) return false
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Record<string, unknown>
  return claims['aud'] === origin && Number(claims['exp']) > Date.now() / 1000
}

/** A push service (RFC 8030) with the browsers that it serves. It decrypts the pushes to show them on the page. */
export class PushService {
  readonly #store: MessageStore
  readonly #origin: string

  constructor(store: MessageStore, origin: string) {
    this.#store = store
    this.#origin = origin
  }

  /** Subscribes a browser and returns its subscription. */
  subscribe(): BrowserSubscription {
    const id = randomBytes(9).toString('base64url')
    const ecdh = createECDH(CURVE)
    ecdh.generateKeys()
    const auth = randomBytes(16).toString('base64url')
    this.#store.note(keyOf(id), {
      privateKey: ecdh.getPrivateKey('base64url'),
      auth,
      gone: false,
    } satisfies Browser)
    return {
      endpoint: `${this.#origin}/push/${id}`,
      keys: { p256dh: ecdh.getPublicKey('base64url'), auth },
    }
  }

  /** Unsubscribes the browser of an endpoint. */
  unsubscribe(endpoint: string): void {
    const id = endpoint.slice(endpoint.lastIndexOf('/') + 1)
    const browser = this.#store.recall(keyOf(id)) as Browser | undefined
    if (browser) this.#store.note(keyOf(id), { ...browser, gone: true })
  }

  answer({ method, url, headers, rawHeaders, body }: InboxRequest): InboxAnswer {
    const id = url.pathname.slice('/push/'.length)
    const browser = this.#store.recall(keyOf(id)) as Browser | undefined
    if (!browser) return { status: 404 }
    if (browser.gone) return { status: 410 }
    if (method !== 'POST') return { status: 405 }
    if (body.length > BODY_MAX_BYTES) return { status: 413 }
    if (!/^\d+$/.test(headers['ttl'] ?? '')) return { status: 400, body: 'TTL is missing' }
    if (!isSigned(headers['authorization'], this.#origin)) return { status: 403, body: 'VAPID does not fit' }
    const text = decrypt(body, browser)
    const message = this.#store.add({
      channel: 'push',
      to: url.href,
      title:
        text === undefined
          ? '(not to be decrypted)'
          : (findTexts(text)['title'] ?? text.slice(0, TITLE_MAX_CHARACTERS)),
      text: text ?? '',
      html: null,
      headers: rawHeaders,
      notes: [
        text === undefined ? 'could not be decrypted by the browser' : 'decrypted by the browser',
        'signed by VAPID',
      ],
    })
    return { status: 201, headers: { location: `${this.#origin}/messages/${message}` } }
  }
}

/** Returns what the browser decrypts, or undefined when decryption fails. A real push service cannot decrypt. */
function decrypt(body: Buffer, { privateKey, auth }: Browser): string | undefined {
  const ecdh = createECDH(CURVE)
  ecdh.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  try {
    return ece.decrypt(body, { version: 'aes128gcm', privateKey: ecdh, authSecret: auth }).toString('utf8')
  } catch {
    // The page shows that the push could not be decrypted.
    return undefined
  }
}

/** Returns the VAPID keys of the sender. They are created once and stored. */
export function vapidKeysOf(store: MessageStore): { publicKey: string; privateKey: string } {
  const kept = store.recall('vapid') as { publicKey: string; privateKey: string } | undefined
  if (kept) return kept
  const ecdh = createECDH(CURVE)
  ecdh.generateKeys()
  const keys = {
    publicKey: ecdh.getPublicKey('base64url'),
    // Node leaves out leading zeros; senders accept exactly 32 bytes.
    privateKey: Buffer.from(ecdh.getPrivateKey('hex').padStart(2 * KEY_BYTES, '0'), 'hex').toString(
      'base64url',
    ),
  }
  store.note('vapid', keys)
  return keys
}
