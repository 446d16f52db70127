import { DAY_MS, HOUR_MS } from '@pauta/platform/time/time'
import type { StoryText } from './story-text.ts'

/** An article that is compared. */
export interface ComparedArticle {
  agencyKey: string
  publishedAt: Date
  contentHash: string | null
  text: StoryText
}

/** Longest time between two publications of one text by different agencies, and by one agency. */
export const WINDOW_DAYS = 7
const OWN_WINDOW_DAYS = 2
/** Longest time between two reports of one event in different words. */
const EVENT_HOURS = 48

/** Shares of common shingles, of all (Jaccard) or of the shorter text (containment). Measured on 2,000 real articles. */
const JACCARD_WITH_CONTAINMENT_MIN = 0.15
const CONTAINMENT_MIN = 0.3
const PART_CONTAINMENT_MIN = 0.6
const LEAD_CONTAINMENT_MIN = 0.35
/** An agency publishes serial articles of one form, so its own texts must be nearly equal. */
const OWN_JACCARD_MIN = 0.5
const OWN_CONTAINMENT_MIN = 0.8
const OWN_LEAD_CONTAINMENT_MIN = 0.5
/** Shorter texts are equal by their form alone. */
const SHINGLES_MIN = 25

/** Share of common words of two titles for one event. */
const TITLE_JACCARD_MIN = 0.5
const TITLE_STEMS_MIN = 4
/** Share of common shingles below which two reports are of different events, however equal their titles are. */
const EVENT_CONTAINMENT_MIN = 0.04
/**
 * Numbers that each of two texts has alone, and their share of its numbers, from which texts of one form report different
 * things. An agency adds its phone number to the release of another one.
 */
const OTHER_NUMBERS = { own: { count: 3, share: 0.4 }, foreign: { count: 4, share: 0.7 } }

function countShared<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a]
  let shared = 0
  for (const value of small) if (large.has(value)) shared++
  return shared
}

interface Overlap {
  /** Share of all values that both sets have (Jaccard 1901). */
  jaccard: number
  /** Share of the smaller set that the other one has (Broder 1997). */
  containment: number
}

function overlapOf<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): Overlap {
  if (a.size === 0 || b.size === 0) return { jaccard: 0, containment: 0 }
  const shared = countShared(a, b)
  return { jaccard: shared / (a.size + b.size - shared), containment: shared / Math.min(a.size, b.size) }
}

/** Whether each of two articles has a detail in its title that the other article has nowhere. */
function bothLack(
  a: StoryText,
  b: StoryText,
  details: 'titleNumbers' | 'titleNames' | 'titlePlaces',
): boolean {
  const lacks = (text: StoryText, other: StoryText) => text[details].some((word) => !other.words.has(word))
  return lacks(a, b) && lacks(b, a)
}

function hasOtherNumbers(a: StoryText, b: StoryText, isOwn: boolean): boolean {
  const { count, share } = isOwn ? OTHER_NUMBERS.own : OTHER_NUMBERS.foreign
  const other = [...a.numbers].filter((number) => !b.words.has(number)).length
  return other >= count && other / a.numbers.size >= share
}

/** Whether two titles have different numbers. */
function haveOtherTitleNumbers(a: StoryText, b: StoryText): boolean {
  const lacks = (text: StoryText, other: StoryText) =>
    text.titleNumbers.some((number) => !other.titleNumbers.includes(number))
  return lacks(a, b) && lacks(b, a)
}

/** Whether two articles of one form report different things: other numbers, places or names. */
function isSerial(a: StoryText, b: StoryText, isOwn: boolean): boolean {
  if (bothLack(a, b, 'titleNumbers') || bothLack(a, b, 'titlePlaces')) return true
  if (isOwn && (bothLack(a, b, 'titleNames') || haveOtherTitleNumbers(a, b))) return true
  return hasOtherNumbers(a, b, isOwn) && hasOtherNumbers(b, a, isOwn)
}

/** Whether two titles and the beginnings of their texts report one event in different words. */
function isSameEvent(a: StoryText, b: StoryText, { containment }: Overlap): boolean {
  const { jaccard } = overlapOf(a.titleStems, b.titleStems)
  if (jaccard < TITLE_JACCARD_MIN || countShared(a.titleStems, b.titleStems) < TITLE_STEMS_MIN) return false
  if (containment < EVENT_CONTAINMENT_MIN) return false
  const knows = (text: StoryText, other: StoryText) =>
    [...text.titleNumbers, ...text.titleNames].every((word) => other.words.has(word))
  return knows(a, b) && knows(b, a)
}

/** Whether one text is a copy of the other: edited, shortened, or with paragraphs of its own. */
function isCopy(a: StoryText, b: StoryText, overlap: Overlap): boolean {
  const { jaccard, containment } = overlap
  if (Math.min(a.shingles.size, b.shingles.size) < SHINGLES_MIN)
    return (
      containment >= PART_CONTAINMENT_MIN &&
      overlapOf(a.titleStems, b.titleStems).jaccard >= TITLE_JACCARD_MIN
    )
  if (jaccard >= JACCARD_WITH_CONTAINMENT_MIN && containment >= CONTAINMENT_MIN) return true
  // A short text inside of a long one may be one of many: both must begin alike.
  return containment >= PART_CONTAINMENT_MIN && overlapOf(a.lead, b.lead).containment >= LEAD_CONTAINMENT_MIN
}

/** Whether an agency published one text twice. */
const isOwnCopy = (a: StoryText, b: StoryText, { jaccard, containment }: Overlap): boolean =>
  jaccard >= OWN_JACCARD_MIN ||
  (containment >= OWN_CONTAINMENT_MIN && overlapOf(a.lead, b.lead).containment >= OWN_LEAD_CONTAINMENT_MIN)

/**
 * Whether two articles are one story: the same text on several sites, edited or shortened, or reports of the same event.
 * Serial articles, which differ by numbers, places or names alone, are different stories. Symmetric.
 */
export function isSameStory(a: ComparedArticle, b: ComparedArticle): boolean {
  if (a.contentHash !== null && a.contentHash === b.contentHash) return true
  const apart = Math.abs(a.publishedAt.getTime() - b.publishedAt.getTime())
  const isOwn = a.agencyKey === b.agencyKey
  if (apart > (isOwn ? OWN_WINDOW_DAYS : WINDOW_DAYS) * DAY_MS) return false
  if (isSerial(a.text, b.text, isOwn)) return false
  const overlap = overlapOf(a.text.shingles, b.text.shingles)
  if (isOwn) return isOwnCopy(a.text, b.text, overlap)
  return (
    isCopy(a.text, b.text, overlap) ||
    (apart <= EVENT_HOURS * HOUR_MS && isSameEvent(a.text, b.text, overlap))
  )
}
