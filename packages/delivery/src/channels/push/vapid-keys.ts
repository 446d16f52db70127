import { createECDH } from 'node:crypto'

/** Whether the public key is that of the private one, both base64url. Push services refuse every push of two others. */
export function isKeyPair(publicKey: string, privateKey: string): boolean {
  const pair = createECDH('prime256v1')
  try {
    pair.setPrivateKey(privateKey, 'base64url')
  } catch {
    // The number is no key of the curve.
    return false
  }
  return pair.getPublicKey().equals(Buffer.from(publicKey, 'base64url'))
}
