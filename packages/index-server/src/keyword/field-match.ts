import { TEXT_STRIDE } from '../memory-index/inverted-field.ts'
import type { Postings } from '../memory-index/posting-list.ts'

/** Words further apart than this are not counted as one window. */
const WINDOW = 10
/** Maximum of query words that are checked for closeness. */
const MAX_WINDOW_WORDS = 10
const MAX_PROXIMITY = 100
const MAX_COST = 255
/** The first byte of the positions of a word that is the whole text: place 0, and the last token. */
const WHOLE_TEXT = 1

/**
 * How well one field of a document matches, as two 24-bit numbers that compare in this order. First: words in one
 * window, words present, few edits. Second: closeness, whether the field equals the query, early position.
 */
export interface FieldScore {
  high: number
  low: number
}

export interface MatchOptions {
  /** Edits and unfinished prefixes of all words. */
  cost: number
  prioritizeExact: boolean
  prioritizePosition: boolean
  /** True when the query is one word that the document contains unchanged. */
  isSingleExact: boolean
  isArray: boolean
}

/** The words of the query within one text of a field. */
interface TextWords {
  positions: number[][]
  /** Position of the word that ends the text, or -1 when no word of the query ends it. */
  end: number
}

/** Scores one field of one document: `at[i]` is the document's index in `postings[i]`. */
export function scoreField(
  postings: readonly Postings[],
  at: readonly number[],
  options: MatchOptions,
  result: FieldScore,
): void {
  if (postings.length === 1) scoreSingle(postings[0]!, at[0]!, options, result)
  else scoreTexts(postings, at, options, result)
}

/** Bounds are for distinct terms that fit into one window. A single term is scored as fast as bounded. */
export function hasBounds(terms: readonly string[]): boolean {
  return terms.length > 1 && terms.length <= MAX_WINDOW_WORDS && new Set(terms).size === terms.length
}

/**
 * Sets `result` to a score that `scoreField` does not exceed for the postings that have the slot, without finding
 * windows. Needs terms with bounds. Distinct terms are at least one position apart, and a text of nothing else contains
 * each once, at a place below their number, which takes one byte.
 */
export function boundField(
  postings: readonly Postings[],
  at: readonly number[],
  slot: number,
  options: MatchOptions,
  result: FieldScore,
): void {
  let present = 0
  let last = 0
  for (let word = 0; word < postings.length; word++) {
    const { bytes, slots, starts, ends } = postings[word]!
    const index = at[word]!
    if (slots[index] !== slot) continue
    present++
    const place = ends[index]! - starts[index]! > 1 ? Number.POSITIVE_INFINITY : bytes[starts[index]!]! >>> 1
    if (place > last) last = place
  }
  const isWhole = options.prioritizeExact && (options.isArray || last === present - 1) ? 1 : 0
  const offset = options.prioritizePosition ? MAX_COST : 0
  result.high = pack(present, present, typoScore(options.cost))
  result.low = pack(MAX_PROXIMITY - (present - 1), isWhole, offset)
}

/** Returns whether a word is the whole text of a field that is no list. */
export function isWholeText({ bytes, starts }: Postings, at: number): boolean {
  return bytes[starts[at]!] === WHOLE_TEXT
}

const pack = (a: number, b: number, c: number): number => (a << 16) | (b << 8) | c
const typoScore = (cost: number): number => Math.max(0, MAX_COST - cost)

function scoreSingle(postings: Postings, at: number, options: MatchOptions, result: FieldScore): void {
  const checksWhole = options.prioritizeExact && options.isSingleExact
  let isWhole = false
  let offset = MAX_COST
  if (checksWhole && !options.isArray) isWhole = isWholeText(postings, at)
  if ((checksWhole && options.isArray) || options.prioritizePosition) {
    const texts: TextWords[] = []
    collect(postings, at, 0, texts)
    for (const text of texts) {
      if (text === undefined) continue
      const places = text.positions[0]!
      if (checksWhole && places[0] === 0 && text.end === 0) isWhole = true
      if (options.prioritizePosition) offset = Math.min(offset, places.at(-1)!)
    }
  }
  result.high = pack(1, 1, typoScore(options.cost))
  result.low = pack(MAX_PROXIMITY, isWhole ? 1 : 0, options.prioritizePosition ? MAX_COST - offset : 0)
}

function scoreTexts(
  postings: readonly Postings[],
  at: readonly number[],
  options: MatchOptions,
  result: FieldScore,
): void {
  const texts: TextWords[] = []
  for (let word = 0; word < postings.length; word++) collect(postings[word]!, at[word]!, word, texts)
  result.high = -1
  result.low = -1
  for (const text of texts) {
    if (text === undefined) continue
    const lists = text.positions.filter((list) => list !== undefined && list.length > 0)
    const window = findWindow(lists)
    const isExact = options.prioritizeExact && areWholeText(lists, text.end, window.distance) ? 1 : 0
    const present = options.isArray ? window.words : postings.length
    const offset = options.prioritizePosition ? MAX_COST - Math.min(MAX_COST, window.offset) : 0
    const high = pack(window.words, present, typoScore(options.cost))
    const low = pack(MAX_PROXIMITY - window.distance, isExact, offset)
    if (high > result.high || (high === result.high && low > result.low)) {
      result.high = high
      result.low = low
    }
  }
}

/** Adds the positions of a word to the texts (elements of the field) that contain the word. */
function collect(postings: Postings, at: number, word: number, texts: TextWords[]): void {
  const { bytes } = postings
  const end = postings.ends[at]!
  let cursor = postings.starts[at]!
  let position = 0
  while (cursor < end) {
    let value = 0
    let scale = 1
    let byte: number
    do {
      byte = bytes[cursor++]!
      value += (byte & 127) * scale
      scale *= 128
    } while (byte > 127)
    position += value >>> 1
    const place = position % TEXT_STRIDE
    const text = (texts[(position - place) / TEXT_STRIDE] ??= { positions: [], end: -1 })
    const list = (text.positions[word] ??= [])
    list.push(place)
    if ((value & 1) === 1) text.end = place
  }
}

interface Window {
  /** Words within the window. */
  words: number
  /** Distance from the first to the last of these words. */
  distance: number
  /** Position of the last word. */
  offset: number
}

/**
 * Finds the smallest window with the most words. Starts at the first position of each word. The word with the lowest
 * position moves to its next position, and leaves when it has none left.
 */
function findWindow(lists: readonly (readonly number[])[]): Window {
  const taken = lists.slice(0, MAX_WINDOW_WORDS)
  const cursors = taken.map(() => 0)
  const best: Window = { words: 1, distance: Number.POSITIVE_INFINITY, offset: 0 }
  let left = taken.length
  while (left > 1) {
    let first = -1
    let last = 0
    for (let word = 0; word < taken.length; word++) {
      const place = taken[word]![cursors[word]!]
      if (place === undefined) continue
      if (first < 0 || place < taken[first]![cursors[first]!]!) first = word
      if (place > last) last = place
    }
    const start = taken[first]![cursors[first]!]!
    let words = 0
    let furthest = start
    for (let word = 0; word < taken.length; word++) {
      const place = taken[word]![cursors[word]!]
      if (place === undefined || place - start > WINDOW) continue
      words++
      if (place > furthest) furthest = place
    }
    if (words > best.words || (words === best.words && furthest - start < best.distance)) {
      best.words = words
      best.distance = furthest - start
      best.offset = last
    }
    if (best.words === taken.length && best.distance === left - 1) break
    cursors[first]!++
    if (cursors[first]! >= taken[first]!.length) left--
  }
  if (best.distance === Number.POSITIVE_INFINITY) best.distance = 0
  return best
}

/**
 * Returns true when the words are the whole text: each occurs once, and together they fill the text to its last word.
 */
function areWholeText(lists: readonly (readonly number[])[], end: number, distance: number): boolean {
  const last = lists.length - 1
  if (distance > last || end !== last) return false
  if (distance < last) return true
  let occurrences = 0
  for (const list of lists) occurrences += list.length
  return occurrences === lists.length
}
