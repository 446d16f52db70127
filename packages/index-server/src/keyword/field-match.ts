import { TEXT_STRIDE } from '../memory-index/inverted-field.ts'
import type { Postings } from '../memory-index/posting-list.ts'

/** Words further apart than this are not counted as one window. */
const WINDOW = 10
/** Maximum of query words that are checked for closeness. */
const MAX_WINDOW_WORDS = 10
const MAX_PROXIMITY = 100
const MAX_COST = 255

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

const pack = (a: number, b: number, c: number): number => (a << 16) | (b << 8) | c
const typoScore = (cost: number): number => Math.max(0, MAX_COST - cost)

function scoreSingle(postings: Postings, at: number, options: MatchOptions, result: FieldScore): void {
  let isVerbatim = 0
  let offset = MAX_COST
  if ((options.prioritizeExact && options.isSingleExact) || options.prioritizePosition) {
    const text: TextWords[] = []
    collect(postings, at, 0, text)
    for (const words of text) {
      if (words === undefined) continue
      if (options.isSingleExact && options.prioritizeExact && words.positions[0]![0] === 0 && words.end === 0)
        isVerbatim = 1
      if (options.prioritizePosition) offset = Math.min(offset, words.positions[0]!.at(-1)!)
    }
  }
  result.high = pack(1, 1, typoScore(options.cost))
  result.low = pack(MAX_PROXIMITY, isVerbatim, options.prioritizePosition ? MAX_COST - offset : 0)
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
    const isExact = options.prioritizeExact && isWholeText(lists, text.end, window.distance) ? 1 : 0
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
function isWholeText(lists: readonly (readonly number[])[], end: number, distance: number): boolean {
  const last = lists.length - 1
  if (distance > last || end !== last) return false
  if (distance < last) return true
  let occurrences = 0
  for (const list of lists) occurrences += list.length
  return occurrences === lists.length
}
