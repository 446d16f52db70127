import { ByteArena, NO_CHUNK, PAYLOAD_START, chunkSizeAt, payloadOf } from './byte-arena.ts'
import { withRoom } from './growing-array.ts'

/** Space reserved for the two numbers before the positions. */
const HEAD_BYTES = 10

/**
 * Postings of one field. For each term: the slots (internal document numbers, ascending) with the term's positions. A
 * posting is `slot delta`, `bytes of positions`, then one number per position: `position delta * 2 + (1 when it is the
 * last token of its text)`. All numbers are base-128, low bits first.
 */
export class PostingLists {
  #arena = new ByteArena()
  #first = new Uint32Array(64)
  #current = new Uint32Array(64)
  #currentSize = new Uint32Array(64)
  #used = new Uint32Array(64)
  #length = new Uint32Array(64)
  #lastSlot = new Int32Array(64)
  #documents = new Uint32Array(64)
  #scratch = new Uint8Array(64)

  get bytes(): number {
    return this.#arena.bytes
  }

  /** Number of documents of a term, including dead ones that are not purged yet. */
  documentsOf(term: number): number {
    return this.#documents[term] ?? 0
  }

  /**
   * Adds a posting. `slot` must exceed every slot of the term. `positions` are ascending, with `marks` 1 at text ends.
   */
  append(
    term: number,
    slot: number,
    positions: Int32Array,
    marks: Uint8Array,
    from: number,
    to: number,
  ): void {
    this.#reserve(term)
    this.#scratch = withRoom(this.#scratch, HEAD_BYTES + (to - from) * 5)
    const scratch = this.#scratch
    let end = HEAD_BYTES
    let previous = 0
    for (let i = from; i < to; i++) {
      end = writeNumber(scratch, end, (positions[i]! - previous) * 2 + marks[i]!)
      previous = positions[i]!
    }
    // The head contains the length of the positions. So it is written last and moved before them.
    const headBytes = writeNumber(
      scratch,
      writeNumber(scratch, 0, slot - this.#lastSlot[term]!),
      end - HEAD_BYTES,
    )
    const start = HEAD_BYTES - headBytes
    scratch.copyWithin(start, 0, headBytes)
    this.#write(term, scratch, start, end)
    this.#lastSlot[term] = slot
    this.#documents[term]!++
  }

  /** Returns all bytes of a term as one array: a view of the arena for a single chunk, else a copy. */
  bytesOf(term: number): Uint8Array {
    const length = this.#length[term] ?? 0
    const first = this.#first[term] ?? NO_CHUNK
    if (length === 0 || first === NO_CHUNK) return new Uint8Array(0)
    if (first === this.#current[term]) {
      const at = this.#arena.offsetOf(first) + PAYLOAD_START
      return this.#arena.slabOf(first).subarray(at, at + length)
    }
    const copy = new Uint8Array(length)
    let copied = 0
    for (let chunk = first; chunk !== NO_CHUNK && copied < length; chunk = this.#arena.nextOf(chunk)) {
      const take = Math.min(payloadOf(chunkSizeAt(copied)), length - copied)
      const at = this.#arena.offsetOf(chunk) + PAYLOAD_START
      copy.set(this.#arena.slabOf(chunk).subarray(at, at + take), copied)
      copied += take
    }
    return copy
  }

  /** Removes the postings of dead slots of one term and frees their space. */
  purge(term: number, alive: Uint8Array): void {
    const postings = decodePostings(this.bytesOf(term).slice(), this.documentsOf(term))
    if (postings.slots.every((slot) => alive[slot] === 1)) return
    this.#releaseChain(term)
    for (let i = 0; i < postings.slots.length; i++) {
      const slot = postings.slots[i]!
      if (alive[slot] !== 1) continue
      const { positions, marks } = readPositions(postings, i)
      this.append(term, slot, positions, marks, 0, positions.length)
    }
  }

  #reserve(term: number): void {
    if (term < this.#first.length) return
    this.#first = withRoom(this.#first, term + 1)
    this.#current = withRoom(this.#current, term + 1)
    this.#currentSize = withRoom(this.#currentSize, term + 1)
    this.#used = withRoom(this.#used, term + 1)
    this.#length = withRoom(this.#length, term + 1)
    this.#lastSlot = withRoom(this.#lastSlot, term + 1)
    this.#documents = withRoom(this.#documents, term + 1)
  }

  #write(term: number, source: Uint8Array, from: number, to: number): void {
    let at = from
    while (at < to) {
      const current = this.#current[term]!
      const room = current === NO_CHUNK ? 0 : payloadOf(this.#currentSize[term]!) - this.#used[term]!
      if (room === 0) {
        this.#extend(term)
        continue
      }
      const take = Math.min(room, to - at)
      const target = this.#arena.offsetOf(current) + PAYLOAD_START + this.#used[term]!
      const slab = this.#arena.slabOf(current)
      for (let i = 0; i < take; i++) slab[target + i] = source[at + i]!
      this.#used[term]! += take
      this.#length[term]! += take
      at += take
    }
  }

  #extend(term: number): void {
    const size = chunkSizeAt(this.#length[term]!)
    const chunk = this.#arena.allocate(size)
    if (this.#current[term] === NO_CHUNK) this.#first[term] = chunk
    else this.#arena.link(this.#current[term]!, chunk)
    this.#current[term] = chunk
    this.#currentSize[term] = size
    this.#used[term] = 0
  }

  #releaseChain(term: number): void {
    let released = 0
    for (let chunk = this.#first[term]!; chunk !== NO_CHUNK;) {
      const next = this.#arena.nextOf(chunk)
      const size = chunkSizeAt(released)
      released += payloadOf(size)
      this.#arena.release(chunk, size)
      chunk = next
    }
    for (const column of [this.#first, this.#current, this.#currentSize, this.#used, this.#length])
      column[term] = 0
    this.#lastSlot[term] = 0
    this.#documents[term] = 0
  }
}

/** A term's slots, ascending, and the offset of each slot's positions in `bytes`. */
export interface Postings {
  bytes: Uint8Array
  slots: Int32Array
  starts: Int32Array
  ends: Int32Array
}

export const NO_POSTINGS: Postings = {
  bytes: new Uint8Array(0),
  slots: new Int32Array(0),
  starts: new Int32Array(0),
  ends: new Int32Array(0),
}

/** Reads the postings of a term. `documents`: their number, as `documentsOf` returns it. */
export function decodePostings(bytes: Uint8Array, documents: number): Postings {
  const slots = new Int32Array(documents)
  const starts = new Int32Array(documents)
  const ends = new Int32Array(documents)
  let count = 0
  let slot = 0
  let at = 0
  while (at < bytes.length) {
    let delta = 0
    let shift = 0
    let byte: number
    do {
      byte = bytes[at++]!
      delta |= (byte & 127) << shift
      shift += 7
    } while (byte > 127)
    let length = 0
    shift = 0
    do {
      byte = bytes[at++]!
      length |= (byte & 127) << shift
      shift += 7
    } while (byte > 127)
    slot += delta
    slots[count] = slot
    starts[count] = at
    at += length
    ends[count++] = at
  }
  return { bytes, slots, starts, ends }
}

/** Returns the positions of the posting at `index`. `marks` has 1 where a text ends. */
export function readPositions(
  postings: Postings,
  index: number,
): { positions: Int32Array; marks: Uint8Array } {
  const positions: number[] = []
  const marks: number[] = []
  eachPosition(postings, index, (position, isLast) => {
    positions.push(position)
    marks.push(isLast ? 1 : 0)
  })
  return { positions: Int32Array.from(positions), marks: Uint8Array.from(marks) }
}

export function eachPosition(
  postings: Postings,
  index: number,
  visit: (position: number, isLast: boolean) => void,
): void {
  const { bytes } = postings
  const end = postings.ends[index]!
  let at = postings.starts[index]!
  let position = 0
  while (at < end) {
    let value = 0
    let scale = 1
    let byte: number
    do {
      byte = bytes[at++]!
      value += (byte & 127) * scale
      scale *= 128
    } while (byte > 127)
    position += value >>> 1
    visit(position, (value & 1) === 1)
  }
}

function writeNumber(target: Uint8Array, at: number, value: number): number {
  let rest = value
  while (rest > 127) {
    target[at++] = (rest & 127) | 128
    rest = Math.floor(rest / 128)
  }
  target[at++] = rest
  return at
}
