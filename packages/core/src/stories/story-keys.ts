import { DAY_MS } from '@pauta/platform/time/time'
import { WINDOW_DAYS } from './same-story.ts'
import { mixBits, type StoryText } from './story-text.ts'

/**
 * Bands of minimum hashes, and hashes in a band. Two sets with the share s of common members have an equal band with the
 * probability 1 − (1 − s^rows)^bands (Leskovec, Rajaraman, Ullman, Mining of Massive Datasets, 3.4): for texts at
 * s = 0.4 in 94 %, for beginnings and titles at s = 0.5 in 90 %.
 */
const PARTS = {
  text: { bands: 16, rows: 2, seed: 0x1f123bb5 },
  lead: { bands: 8, rows: 2, seed: 0x5851f42d },
  title: { bands: 8, rows: 2, seed: 0x2545f491 },
} as const
const GOLDEN_RATIO = 0x9e3779b9

/** A part of an article with its bands. */
type Part = keyof typeof PARTS

/** Returns the minimum of each hash function over a set (MinHash, Broder 1997). */
function minima(hashes: readonly number[], count: number, seed: number): number[] {
  return Array.from({ length: count }, (_, at) => {
    const salt = mixBits(seed + Math.imul(at + 1, GOLDEN_RATIO))
    let least = 0xffffffff
    for (const hash of hashes) least = Math.min(least, mixBits(hash ^ salt))
    return least
  })
}

function bandsOf(part: Part, hashes: readonly number[]): number[] {
  if (hashes.length === 0) return []
  const { bands, rows, seed } = PARTS[part]
  const least = minima(hashes, bands * rows, seed)
  return Array.from({ length: bands }, (_, band) => {
    let key = seed + band
    for (let row = 0; row < rows; row++) key = mixBits(key ^ (least[band * rows + row] ?? 0)) + band
    return key >>> 0
  })
}

const hashText = (text: string): number => {
  let hash = 0
  for (let at = 0; at < text.length; at++) hash = mixBits(Math.imul(hash, 31) + text.charCodeAt(at))
  return hash
}

/** Returns the bands of an article: numbers of which two similar articles probably have one in common. */
export function listBands({ shingles, lead, titleStems }: StoryText): number[] {
  return [
    ...bandsOf('text', [...shingles]),
    ...bandsOf('lead', [...lead]),
    ...bandsOf('title', [...titleStems].map(hashText)),
  ]
}

/** The number of the span of seven days in which an article was published. */
const spanOf = (publishedAt: Date): number => Math.floor(publishedAt.getTime() / (WINDOW_DAYS * DAY_MS))

/** A key of 32 bits with a sign, as PostgreSQL stores it. */
const keyOf = (band: number, span: number): number => mixBits(band ^ Math.imul(span, GOLDEN_RATIO)) | 0

/** Returns the keys under which an article is found: its bands in its span of days. */
export function storyKeys(bands: readonly number[], publishedAt: Date): number[] {
  const span = spanOf(publishedAt)
  return [...new Set(bands.map((band) => keyOf(band, span)))]
}

/** Returns the keys of similar articles of the same span of days, the one before and the one after. */
export function searchedKeys(bands: readonly number[], publishedAt: Date): number[] {
  const span = spanOf(publishedAt)
  return [...new Set([span - 1, span, span + 1].flatMap((each) => bands.map((band) => keyOf(band, each))))]
}
