import type { IncomingMessage } from 'node:http'
import { isIP, type BlockList } from 'node:net'

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')
const withoutPrefix = (address: string) => address.replace(/^::ffff:/, '')

/**
 * Returns the address of a client: that of the connection or, when a trusted proxy made it, the last address in
 * X-Forwarded-For that is no trusted proxy. Clients may write the addresses before it themselves.
 */
export function findClientAddress(request: IncomingMessage, proxies: BlockList): string {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
  const chain = [...forwarded.split(','), request.socket.remoteAddress ?? '']
    .map((entry) => withoutPrefix(entry.trim()))
    .filter((entry) => isIP(entry) !== 0)
    .toReversed()
  return chain.find((address) => !proxies.check(address, familyOf(address))) ?? chain.at(-1) ?? ''
}
