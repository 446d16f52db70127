import { isIP } from 'node:net'

/** Parts of an IPv6 address that name a network: providers give a household or a server all addresses below them. */
const IPV6_PARTS = 4
const PARTS = 8

/** Converts the dotted end of an address, as in `::ffff:192.0.2.1`, into two parts. */
function withoutDots(address: string): string {
  const [dotted] = /\d+\.\d+\.\d+\.\d+$/.exec(address) ?? []
  if (dotted === undefined) return address
  const [a = 0, b = 0, c = 0, d = 0] = dotted.split('.').map(Number)
  return `${address.slice(0, -dotted.length)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}

/** Returns the /64 network of an IPv6 address: its first four parts, in lower case and without leading zeros. */
export function ipv6Network(address: string): string {
  const [head = '', tail] = withoutDots(address.replace(/%.*$/, '')).toLowerCase().split('::')
  const first = head === '' ? [] : head.split(':')
  // An empty end, as in `2001:db8::`, makes an empty eighth part, which no network has.
  const last = tail === undefined ? [] : tail.split(':')
  const zeros = Array.from({ length: PARTS - first.length - last.length }, () => '0')
  return [...first, ...zeros, ...last]
    .slice(0, IPV6_PARTS)
    .map((part) => part.replace(/^0+(?=.)/, ''))
    .join(':')
}

/**
 * Returns the network of a client for limits that many neighbours share: the /24 of an IPv4 address, also of one written
 * as IPv6, and the /64 of an IPv6 address. Texts that are no address share one network, `unknown`.
 */
export function clientNetwork(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIP(plain) === 4) return `${plain.slice(0, plain.lastIndexOf('.'))}.0/24`
  return isIP(plain) === 6 ? `${ipv6Network(plain)}::/64` : 'unknown'
}
