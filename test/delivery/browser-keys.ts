import { createECDH, randomBytes, type ECDH } from 'node:crypto'

export interface Browser {
  /** The keys that a page sends to the service. */
  keys: { p256dh: string; auth: string }
  /** The keys that never leave the browser. */
  ecdh: ECDH
  auth: Buffer
}

/** Creates a browser's side of a push subscription. */
export function aBrowser(): Browser {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  const auth = randomBytes(16)
  return {
    keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') },
    ecdh,
    auth,
  }
}
