import type { FeatureEntity, Features } from '@pauta/core/articles/article'
import { localHour, localWeekday } from '@pauta/platform/time/time'
import type { Random } from '../random.ts'
import type { Mention } from '../texts/text-writer.ts'
import type { Topic } from '../texts/topic.ts'

const READABILITY_MIN_WORDS = 10
const ENTITIES_MAX = 30
const VOWELS = 'aeiouáâãàéêíóôõúü'
const SENTIMENT_MARGIN = 0.2

const MEAN_SENTIMENT: Readonly<Record<Topic['tone'], number>> = { good: 0.45, plain: 0.05, bad: -0.4 }

interface TextMeasure {
  words: number
  readability: number | null
}

/** More decimals would suggest a precision that the values do not have. */
function round(value: number, decimals: number): number {
  const factor = 10 ** decimals
  return Math.round(value * factor) / factor
}

const CHARACTER_KINDS = new Uint8Array(0x250)
const VOWEL = 1
const SPACE = 2
const STOP = 3
for (const vowel of VOWELS + VOWELS.toUpperCase()) CHARACTER_KINDS[vowel.charCodeAt(0)] = VOWEL
for (const space of ' \n') CHARACTER_KINDS[space.charCodeAt(0)] = SPACE
for (const stop of '.!?') CHARACTER_KINDS[stop.charCodeAt(0)] = STOP

/**
 * Returns the word count and the reading ease of a text. Flesch for Portuguese (Martins et al., 1996): 248.835 − 1.015
 * × words per sentence − 84.6 × syllables per word, clamped to 0..100. Returns null under 10 words. A run of vowels
 * counts as a syllable.
 */
export function measureText(text: string): TextMeasure {
  let words = 1
  let sentences = 0
  let syllables = 0
  let before = SPACE
  for (let at = 0; at < text.length; at++) {
    const kind = CHARACTER_KINDS[text.charCodeAt(at)] ?? 0
    if (kind === VOWEL && before !== VOWEL) syllables++
    if (kind === SPACE) {
      if (before !== SPACE) words++
      if (before === STOP) sentences++
    }
    before = kind
  }
  if (before === STOP) sentences++
  if (words < READABILITY_MIN_WORDS || sentences === 0) return { words, readability: null }
  const ease = 248.835 - 1.015 * (words / sentences) - 84.6 * (syllables / words)
  return { words, readability: round(Math.min(100, Math.max(0, ease)), 1) }
}

/** Counts characters, with a run of blanks as one, and paragraphs, which are separated by blank lines. */
export function measureLength(text: string): { characters: number; paragraphs: number } {
  const paragraphs = text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '').length
  return { characters: [...text.replace(/\s+/g, ' ').trim().normalize('NFC')].length, paragraphs }
}

/** Orders names by frequency and early position. Salience falls from 1 towards 0. */
export function countEntities(mentions: readonly Mention[], contentLength: number): FeatureEntity[] {
  const byName = new Map<string, FeatureEntity & { count: number; salience: number }>()
  for (const { text, type, canonicalId, start } of mentions) {
    const key = `${type} ${text}`
    const known = byName.get(key)
    if (known !== undefined) {
      known.count++
      continue
    }
    const earliness = 1 - start / Math.max(contentLength, 1)
    byName.set(key, { text, type, count: 1, canonical_id: canonicalId, salience: earliness })
  }
  const most = Math.max(1, ...[...byName.values()].map((entity) => entity.count))
  return [...byName.values()].slice(0, ENTITIES_MAX).map((entity) => ({
    ...entity,
    salience: round(0.5 * (entity.count / most) + 0.5 * entity.salience, 3),
  }))
}

function drawSentiment(random: Random, tone: Topic['tone']): { label: string; score: number } {
  const score = round(Math.min(0.98, Math.max(-0.98, MEAN_SENTIMENT[tone] + random.bell() * 0.28)), 3)
  if (score > SENTIMENT_MARGIN) return { label: 'positive', score }
  return { label: score < -SENTIMENT_MARGIN ? 'negative' : 'neutral', score }
}

/** Few articles have many readers: a long-tailed distribution with some dozens of views as its centre. */
function drawViews(random: Random): Features {
  if (random.chance(0.08)) return {}
  const views = Math.round(Math.exp(3.6 + random.bell() * 1.5))
  return { view_count: views, unique_sessions: Math.round(views * (0.55 + 0.35 * random.next())) }
}

export interface FeatureSource {
  content: string
  publishedAt: Date
  mentions: readonly Mention[]
  tone: Topic['tone']
  hasImage: boolean
  hasVideo: boolean
  /** When true, includes the positions of the names. */
  annotations: boolean
}

/** Returns the features that enrichment would add to such an article. Shapes as in `SeedArticle`. */
export function buildFeatures(random: Random, source: FeatureSource): Features {
  const { content, mentions, publishedAt } = source
  const { words, readability } = measureText(content)
  const { characters, paragraphs } = measureLength(content)
  return {
    sentiment: drawSentiment(random, source.tone),
    entities: countEntities(mentions, content.length),
    word_count: words,
    char_count: characters,
    paragraph_count: paragraphs,
    readability_flesch: readability,
    publication_hour: localHour(publishedAt),
    publication_dow: localWeekday(publishedAt),
    has_image: source.hasImage,
    has_video: source.hasVideo,
    ...(source.hasImage && random.chance(0.03) ? { image_broken: true } : {}),
    ...drawViews(random),
    ...(source.annotations
      ? {
          content_annotations: mentions.map(({ start, end, type, text, canonicalId }) => ({
            start,
            end,
            type,
            text,
            canonical_id: canonicalId,
          })),
        }
      : {}),
  }
}
