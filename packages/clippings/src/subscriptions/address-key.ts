import { createHash } from 'node:crypto'
import { asciiLower } from '@pauta/platform/text/ascii-lower'

const KEY_CHARACTERS = 16

/** Returns a key of an address, ignoring case. Links, and logs with links, must not contain addresses. */
export function addressKey(address: string): string {
  return createHash('sha256').update(asciiLower(address.trim())).digest('base64url').slice(0, KEY_CHARACTERS)
}
