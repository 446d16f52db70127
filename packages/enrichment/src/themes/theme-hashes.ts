import type { ThemeWords } from './theme-text.ts'

/** Hashed words of an article, each once, with weights whose squares add up to 1. */
export interface ThemeHashes {
  hashes: Uint32Array
  weights: Float32Array
}

/** Longer forms of a word differ by gender, number and conjugation. */
const STEM_CHARACTERS = 7
const SHORTEST_WORD = 3
/** Features of an article: bounds the memory of a training. */
export const HASHES_MAX = 400
const IN_TITLE = 3
const IN_LEAD = 1.5
const IN_TEXT = 1
const PAIR = 0.7
const AGENCY = 2

const FNV_OFFSET = 0x81_1c_9d_c5
const FNV_PRIME = 0x01_00_01_93

/** FNV-1a of the first characters of a word. */
function hashWord(word: string, characters: number): number {
  let hash = FNV_OFFSET
  const end = Math.min(word.length, characters)
  for (let at = 0; at < end; at++) hash = Math.imul(hash ^ word.charCodeAt(at), FNV_PRIME)
  return hash >>> 0
}

/** Spreads the bits, so that the lowest ones of a hash depend on all. */
function mix(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 15), 0x2c_1b_3c_6d)
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x29_7a_2d_39)
  return (mixed ^ (mixed >>> 15)) >>> 0
}

const STOP = new Set(
  `que com para por dos das uma nas nos pela pelo pelas pelos mais foi ser sao tem como sua seu suas seus entre sobre
  tambem ate aos ele ela eles elas este esta estes estas esse essa isso isto quando muito onde ainda apos nao sem
  serao sera foram mesmo cada todos todas todo toda partir meio durante alem`.split(/\s+/),
)

/** Returns the hashed words and pairs of words of an article, and its agency. */
export function hashThemeWords({ words, titleEnd, leadEnd, agencyKey }: ThemeWords): ThemeHashes {
  const counts = new Map<number, number>()
  if (agencyKey !== null) counts.set(mix(hashWord(`@${agencyKey}`, 40)), AGENCY)
  let before = 0
  for (const [at, word] of words.entries()) {
    if (word.length < SHORTEST_WORD || STOP.has(word)) continue
    if (counts.size >= HASHES_MAX) break
    const weight = at < titleEnd ? IN_TITLE : at < leadEnd ? IN_LEAD : IN_TEXT
    const hash = hashWord(word, STEM_CHARACTERS)
    const single = mix(hash)
    counts.set(single, (counts.get(single) ?? 0) + weight)
    if (before !== 0) {
      const pair = mix(Math.imul(before, 31) + hash)
      counts.set(pair, (counts.get(pair) ?? 0) + weight * PAIR)
    }
    before = hash
  }
  const hashes = new Uint32Array(counts.size)
  const weights = new Float32Array(counts.size)
  let squares = 0
  let place = 0
  for (const [hash, count] of counts) {
    const weight = Math.sqrt(count)
    hashes[place] = hash
    weights[place++] = weight
    squares += weight * weight
  }
  const norm = squares === 0 ? 1 : 1 / Math.sqrt(squares)
  for (let at = 0; at < place; at++) weights[at] = (weights[at] ?? 0) * norm
  return { hashes, weights }
}
