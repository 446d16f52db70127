import { createPublicKey, verify, type JsonWebKey } from 'node:crypto'

/** Returns the claims of an RS256 token that this key signed and that has not expired, else undefined. */
export function readVerifiedClaims(
  token: string,
  key: JsonWebKey,
  now: Date,
): Record<string, unknown> | undefined {
  const [header = '', payload = '', signature = '', ...rest] = token.split('.')
  if (rest.length > 0 || readPart(header)?.['alg'] !== 'RS256') return undefined
  const publicKey = createPublicKey({ key, format: 'jwk' })
  const signed = Buffer.from(`${header}.${payload}`)
  if (!verify('RSA-SHA256', signed, publicKey, Buffer.from(signature, 'base64url'))) return undefined
  const claims = readPart(payload)
  const expires = Number(claims?.['exp'])
  return expires * 1000 > now.getTime() ? claims : undefined
}

function readPart(part: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>
  } catch {
    return undefined
  }
}
