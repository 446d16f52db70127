import { BlockList, isIP } from 'node:net'

/** IPv4 ranges that the public internet does not route, or that do not mean one host (IANA's registry). */
const CLOSED_IPV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

/** Ranges of global unicast that embed other addresses (Teredo, 6to4) or are reserved for examples and protocols. */
const CLOSED_IPV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

function listOf(networks: readonly (readonly [string, number])[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, family)
  return list
}

const closedIpv4 = listOf(CLOSED_IPV4, 'ipv4')
const closedIpv6 = listOf(CLOSED_IPV6, 'ipv6')
/** Loopback, link-local, unique local, mapped IPv4 and NAT64 addresses are all outside this range. */
const globalUnicast = listOf([['2000::', 3]], 'ipv6')

/**
 * Whether an address (IPv4, or IPv6 without brackets) is one host of the public internet. False for text that is no
 * address.
 */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !closedIpv4.check(address, 'ipv4')
  if (version === 6) return globalUnicast.check(address, 'ipv6') && !closedIpv6.check(address, 'ipv6')
  return false
}
