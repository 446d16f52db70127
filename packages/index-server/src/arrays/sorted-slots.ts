/** Returns the first place at or after `from` whose slot is not below `slot`. Its steps double, so a near place is found fast. */
export function seek(slots: Int32Array, slot: number, from: number): number {
  let low = from
  let high = from
  for (let step = 1; high < slots.length && slots[high]! < slot; step *= 2) {
    low = high + 1
    high += step
  }
  if (high > slots.length) high = slots.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (slots[middle]! < slot) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns true when the lists share a slot. */
export function shareSlot(a: Int32Array, b: Int32Array): boolean {
  let left = 0
  let right = 0
  while (left < a.length && right < b.length) {
    if (a[left] === b[right]) return true
    if (a[left]! < b[right]!) left = seek(a, b[right]!, left)
    else right = seek(b, a[left]!, right)
  }
  return false
}

/** Returns the slots of at least one list. */
export function uniteSlots(a: Int32Array, b: Int32Array): Int32Array {
  if (a.length === 0) return b
  if (b.length === 0) return a
  const united = new Int32Array(a.length + b.length)
  let count = 0
  let left = 0
  let right = 0
  while (left < a.length && right < b.length) {
    const first = a[left]!
    const second = b[right]!
    united[count++] = first < second ? first : second
    if (first <= second) left++
    if (second <= first) right++
  }
  for (; left < a.length; left++) united[count++] = a[left]!
  for (; right < b.length; right++) united[count++] = b[right]!
  return united.subarray(0, count)
}

/** Answers for slots in ascending order whether one of several lists contains them. */
export class SlotCursor {
  readonly #lists: Int32Array[]
  readonly #places: number[]

  constructor(lists: readonly Int32Array[]) {
    // The longest list is read first, as it contains most slots.
    this.#lists = [...lists].sort((a, b) => b.length - a.length)
    this.#places = lists.map(() => 0)
  }

  meets(slot: number): boolean {
    for (let list = 0; list < this.#lists.length; list++) {
      const slots = this.#lists[list]!
      let place = this.#places[list]!
      if (slots[place]! < slot) this.#places[list] = place = seek(slots, slot, place + 1)
      if (slots[place] === slot) return true
    }
    return false
  }
}

/** Returns the slots of a list that the cursor meets. */
export function narrow(slots: Int32Array, cursor: SlotCursor): Int32Array {
  const kept = new Int32Array(slots.length)
  let count = 0
  for (let at = 0; at < slots.length; at++) if (cursor.meets(slots[at]!)) kept[count++] = slots[at]!
  return kept.subarray(0, count)
}
