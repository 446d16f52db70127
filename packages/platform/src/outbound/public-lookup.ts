import { lookup as systemLookup, type LookupAddress, type LookupAllOptions } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** A host that must not be connected to. */
export class RefusedAddressError extends Error {
  override readonly name = 'RefusedAddressError'
}

/** Resolves a name to all of its addresses, as `dns.lookup` does with `all`. */
export type ResolveAll = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * A lookup for sockets that fails with RefusedAddressError as soon as **one** of a name's addresses is not public. The
 * socket connects to an address of this very answer, so a name that resolves differently a moment later gains nothing.
 */
export function publicLookup(resolve: ResolveAll = systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) {
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
