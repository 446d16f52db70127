import { withRoom } from './growing-array.ts'

/** Bytes per slab; a chunk never crosses a slab. */
const SLAB_BITS = 20
const SLAB_BYTES = 1 << SLAB_BITS
/** The first slab grows from this size, because a small corpus has many arenas with little in them. */
const FIRST_SLAB_BYTES = 1 << 13
/** Bytes of a chunk that store the address of the next one. */
const LINK_BYTES = 4
const SMALLEST_CHUNK = 16
const LARGEST_CHUNK = 1 << 16
/** Address that means "no chunk": the first slab starts after it. */
export const NO_CHUNK = 0

/**
 * Stores many short byte lists in a few large slabs. A list is a chain of chunks. Chunks of 16 B to 64 KB are taken
 * from a free list of their size. Addresses are 32-bit, so an arena stores at most 4 GB.
 */
export class ByteArena {
  #slabs: Uint8Array[] = []
  #used = SLAB_BYTES
  #free = new Map<number, number[]>()

  /** Bytes reserved from the system. */
  get bytes(): number {
    return this.#slabs.reduce((bytes, slab) => bytes + slab.length, 0)
  }

  slabOf(address: number): Uint8Array {
    return this.#slabs[address >>> SLAB_BITS]!
  }

  offsetOf(address: number): number {
    return address & (SLAB_BYTES - 1)
  }

  /** Returns a chunk of exactly `size` bytes (a power of two), without a next chunk. */
  allocate(size: number): number {
    const reused = this.#free.get(size)?.pop()
    if (reused !== undefined) {
      this.link(reused, NO_CHUNK)
      return reused
    }
    if (this.#used + size > SLAB_BYTES) this.#beginSlab()
    if (this.#slabs.length === 1) this.#slabs[0] = withRoom(this.#slabs[0]!, this.#used + size)
    const address = (this.#slabs.length - 1) * SLAB_BYTES + this.#used
    this.#used += size
    return address
  }

  #beginSlab(): void {
    const isFirst = this.#slabs.length === 0
    this.#slabs.push(new Uint8Array(isFirst ? FIRST_SLAB_BYTES : SLAB_BYTES))
    // Address 0 stays unused: it marks the end of a chain.
    this.#used = isFirst ? SMALLEST_CHUNK : 0
  }

  release(address: number, size: number): void {
    const list = this.#free.get(size)
    if (list === undefined) this.#free.set(size, [address])
    else list.push(address)
  }

  link(address: number, next: number): void {
    const slab = this.slabOf(address)
    const at = this.offsetOf(address)
    slab[at] = next & 255
    slab[at + 1] = (next >>> 8) & 255
    slab[at + 2] = (next >>> 16) & 255
    slab[at + 3] = (next >>> 24) & 255
  }

  nextOf(address: number): number {
    const slab = this.slabOf(address)
    const at = this.offsetOf(address)
    return (slab[at]! | (slab[at + 1]! << 8) | (slab[at + 2]! << 16) | (slab[at + 3]! << 24)) >>> 0
  }
}

/** Returns the size of the next chunk of a list with `length` payload bytes: about a quarter of the list. */
export function chunkSizeAt(length: number): number {
  let size = SMALLEST_CHUNK
  while (size < LARGEST_CHUNK && size * 4 < length) size *= 2
  return size
}

export const payloadOf = (chunkSize: number): number => chunkSize - LINK_BYTES
export const PAYLOAD_START = LINK_BYTES
