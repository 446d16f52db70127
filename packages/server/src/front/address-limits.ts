import type { IncomingMessage } from 'node:http'
import { isIP, type BlockList } from 'node:net'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { findClientAddress } from './client-address.ts'

/** Parts of an IPv6 address that name a network: providers give a household or a server all addresses below them. */
const NETWORK_PARTS = 4

/** Returns what is limited: an IPv4 address, or the /64 network of an IPv6 address. */
function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0')
  return [...first, ...zeros, ...last].slice(0, NETWORK_PARTS).join(':')
}

/** Returns whether a request is within the limit of its address for this minute. */
export function makeAddressLimit({
  requestsPerMinute,
  proxies,
}: {
  requestsPerMinute: number
  proxies: BlockList
}): (request: IncomingMessage) => Promise<boolean> {
  if (requestsPerMinute === 0) return async () => true
  const limiter = new RateLimiterMemory({ points: requestsPerMinute, duration: 60 })
  return async (request) => {
    try {
      await limiter.consume(networkOf(findClientAddress(request, proxies)))
      return true
    } catch (error) {
      // The library throws its state for a refusal.
      if (error instanceof RateLimiterRes) return false
      throw error
    }
  }
}
