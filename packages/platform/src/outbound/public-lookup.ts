import { lookup as systemLookup, type LookupAddress, type LookupAllOptions } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** The host must not be called. */
export class RefusedAddressError extends Error {
  override readonly name = 'RefusedAddressError'
}

/** Resolves a name to all of its addresses, like `dns.lookup` with `all`. */
export type ResolveAll = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * Returns a lookup for sockets. Fails with RefusedAddressError when **any** address of the name is not public. The
 * socket connects to an address of the same answer, so a name cannot pass the check and then resolve differently.
 */
export function publicLookup(resolve: ResolveAll = systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (!first) {
        callback(error ?? new RefusedAddressError('the host has no address'), '')
      } else if (!addresses.every(({ address }) => isPublicAddress(address))) {
        callback(new RefusedAddressError('the host resolves to an address that is not public'), '')
      } else if (options.all === true) {
        callback(null, addresses)
      } else {
        callback(null, first.address, first.family)
      }
    })
  }
}
