import type { IncomingMessage } from 'node:http'
import { isIP, type BlockList } from 'node:net'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { ipv6Network } from '@pauta/platform/text/client-network'
import { findClientAddress } from './client-address.ts'

/** Returns what is limited: an IPv4 address, or the /64 network of an IPv6 address. */
const networkOf = (address: string): string => (isIP(address) === 6 ? ipv6Network(address) : address)

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
