import { ByteArena, NO_CHUNK, PAYLOAD_START, chunkSizeAt, payloadOf } from '../arrays/byte-arena.ts'
import { withRoom } from '../arrays/growing-array.ts'
import { PostingCache } from './posting-cache.ts'
import { BLOCK_DOCUMENTS, PostingBlocks } from './posting-blocks.ts'
import type { PostingPlace } from './posting-blocks.ts'
import type { SlotSet } from '../arrays/slot-set.ts'

const CACHE_BYTES = 64 * 2 ** 20
/** Shared by all fields, so that its size bounds the memory of the process. */
const cache = new PostingCache<Postings>(CACHE_BYTES)
/** Keys of the cache: a number per field and term. */
const MAX_TERMS = 2 ** 32
let fields = 0

/** Space reserved for the two numbers before the positions. */
const HEAD_BYTES = 10

/**
 * Postings of one field. For each term: the slots (internal document numbers, ascending) with the term's positions. A
 * posting is `slot delta`, `bytes of positions`, then one number per position: `position delta * 2 + (1 when it is the
 * last token of its text)`. All numbers are base-128, low bits first. A term of many documents has a table of its
 * blocks, so that the postings of a few documents are read without the others.
 */
export class PostingLists {
  readonly #firstKey = fields++ * MAX_TERMS
  #arena = new ByteArena()
  #first = new Uint32Array(64)
  #current = new Uint32Array(64)
  #currentSize = new Uint32Array(64)
  #used = new Uint32Array(64)
  #length = new Uint32Array(64)
  #lastSlot = new Int32Array(64)
  #documents = new Uint32Array(64)
  readonly #blocks = new Map<number, PostingBlocks>()
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
    const documents = this.#documents[term]!
    if (documents > 0 && documents % BLOCK_DOCUMENTS === 0) this.#beginBlock(term)
    this.#write(term, scratch, start, end)
    this.#lastSlot[term] = slot
    this.#documents[term]!++
  }

  /** Returns the postings of a term. Callers must not change them. */
  read(term: number): Postings {
    const length = this.#length[term] ?? 0
    if (length === 0) return NO_POSTINGS
    const known = cache.find(this.#firstKey + term, length)
    if (known !== undefined) return known
    const postings = this.#read(term, length)
    const { slots, starts, ends } = postings
    const bytes = length + slots.byteLength + starts.byteLength + ends.byteLength
    cache.add(this.#firstKey + term, length, postings, bytes)
    return postings
  }

  #read(term: number, length: number): Postings {
    const bytes = new Uint8Array(length)
    this.#copy({ start: 0, chunk: this.#first[term]!, within: 0 }, bytes, 0, length)
    const reader = new PostingReader(bytes, this.#documents[term]!)
    reader.read(0, length, 0)
    return reader.postings()
  }

  /** Returns the postings of a term for the slots of a set, and those of some other slots. */
  readWithin(term: number, slots: SlotSet): Postings {
    const blocks = this.#blocks.get(term)
    if (blocks === undefined || slots.count >= this.#documents[term]!) return this.read(term)
    const chosen = blocks.choose(slots)
    // All of a term may be in the cache.
    if (chosen.length * 2 > blocks.count) return this.read(term)
    const endOf = (block: number): number =>
      block < blocks.count ? blocks.startOf(block + 1) : this.#length[term]!
    const total = chosen.reduce((sum, block) => sum + endOf(block) - blocks.startOf(block), 0)
    const bytes = new Uint8Array(total)
    const reader = new PostingReader(bytes, chosen.length * BLOCK_DOCUMENTS)
    let at = 0
    for (const block of chosen) {
      const length = endOf(block) - blocks.startOf(block)
      const place = block === 0 ? { start: 0, chunk: this.#first[term]!, within: 0 } : blocks.placeOf(block)
      this.#copy(place, bytes, at, length)
      reader.read(at, at + length, block === 0 ? 0 : blocks.slotBefore(block))
      at += length
    }
    return reader.postings()
  }

  #beginBlock(term: number): void {
    let blocks = this.#blocks.get(term)
    if (blocks === undefined) this.#blocks.set(term, (blocks = new PostingBlocks()))
    const place = { start: this.#length[term]!, chunk: this.#current[term]!, within: this.#used[term]! }
    blocks.add(this.#lastSlot[term]!, place)
  }

  /** Copies payload bytes of a chain of chunks, from a place on. */
  #copy(place: PostingPlace, target: Uint8Array, targetStart: number, length: number): void {
    let { chunk, within } = place
    // The size of a chunk follows from the payload before it.
    let before = place.start - within
    let copied = 0
    while (copied < length) {
      const room = payloadOf(chunkSizeAt(before))
      const take = Math.min(room - within, length - copied)
      const at = this.#arena.offsetOf(chunk) + PAYLOAD_START + within
      target.set(this.#arena.slabOf(chunk).subarray(at, at + take), targetStart + copied)
      copied += take
      before += room
      within = 0
      chunk = this.#arena.nextOf(chunk)
    }
  }

  /** Removes the postings of dead slots of one term and frees their space. */
  purge(term: number, alive: SlotSet): void {
    const postings = this.#read(term, this.#length[term] ?? 0)
    if (postings.slots.every((slot) => alive.has(slot))) return
    this.#releaseChain(term)
    for (let i = 0; i < postings.slots.length; i++) {
      const slot = postings.slots[i]!
      if (!alive.has(slot)) continue
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
    cache.remove(this.#firstKey + term)
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
    this.#blocks.delete(term)
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

/** Visits every slot that all postings share, with the index of the slot in each posting list. */
export function intersect(
  postings: readonly Postings[],
  visit: (slot: number, indexes: readonly number[]) => void,
): void {
  const shortest = postings.reduce((a, b) => (b.slots.length < a.slots.length ? b : a))
  const indexes = postings.map(() => 0)
  for (const slot of shortest.slots) {
    let isShared = true
    for (let i = 0; i < postings.length; i++) {
      const { slots } = postings[i]!
      let at = indexes[i]!
      while (at < slots.length && slots[at]! < slot) at++
      indexes[i] = at
      if (slots[at] !== slot) {
        isShared = false
        if (at === slots.length) return
      }
    }
    if (isShared) visit(slot, indexes)
  }
}

/** Reads postings from bytes, piece by piece. */
class PostingReader {
  readonly #bytes: Uint8Array
  readonly #slots: Int32Array
  readonly #starts: Int32Array
  readonly #ends: Int32Array
  #count = 0

  /** `documents`: the most postings that are read. */
  constructor(bytes: Uint8Array, documents: number) {
    this.#bytes = bytes
    this.#slots = new Int32Array(documents)
    this.#starts = new Int32Array(documents)
    this.#ends = new Int32Array(documents)
  }

  /** Reads the postings between two offsets. Their first slot is a delta to `slotBefore`. */
  read(from: number, to: number, slotBefore: number): void {
    const bytes = this.#bytes
    const slots = this.#slots
    const starts = this.#starts
    const ends = this.#ends
    let count = this.#count
    let slot = slotBefore
    let at = from
    while (at < to) {
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
    this.#count = count
  }

  postings(): Postings {
    const count = this.#count
    return {
      bytes: this.#bytes,
      slots: this.#slots.subarray(0, count),
      starts: this.#starts.subarray(0, count),
      ends: this.#ends.subarray(0, count),
    }
  }
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
