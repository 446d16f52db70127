import { mintUniqueId } from '@pauta/core/articles/identity'
import { formatInstant, HOUR_MS, MINUTE_MS, SECOND_MS } from '@pauta/platform/time/time'
import type { ComposedText } from '../texts/compose-text.ts'
import { isRepublisher } from './newsroom.ts'
import type { Random } from '../random.ts'
import type { SeedArticle } from './seed-article.ts'
import { buildFeatures } from './seed-features.ts'
import { getAgencyVoice, type LocalDate } from '../texts/story.ts'
import type { Topic } from '../texts/topic.ts'

/** Shares of the articles that lack a field, as in real news. */
const MISSING = {
  theme: 0.07,
  summary: 0.12,
  subtitle: 0.3,
  lead: 0.75,
  image: 0.28,
  category: 0.2,
  tags: 0.15,
  features: 0.03,
}
/** Of the articles with a theme, the shares that stop at level 1, and at level 2 or above. */
const ONLY_LEVEL_1 = 0.06
const UP_TO_LEVEL_2 = 0.2
const VIDEO_SHARE = 0.06
const UPDATED_SHARE = 0.18
const MONTH_NAMES =
  'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro'.split(' ')

export interface Submission {
  topic: Topic
  publisherKey: string
  text: ComposedText
  publishedAt: Date
  date: LocalDate
}

export interface AssemblyOptions {
  random: Random
  now: Date
  annotations: boolean
}

function urlOf(publisherKey: string, date: LocalDate, uniqueId: string): string {
  const page = uniqueId.replace('_', '-')
  const month = String(date.month).padStart(2, '0')
  const home = getAgencyVoice(publisherKey).agency.newsUrl ?? ''
  if (publisherKey === 'agencia_brasil') return `${home}/geral/noticia/${date.year}-${month}/${page}`
  if (publisherKey === 'radioagencia_nacional') return `${home}/geral/audio/${date.year}-${month}/${page}`
  if (publisherKey === 'tvbrasil') return `${home}/reporter-brasil/${date.year}/${month}/${page}`
  return `${home}/${date.year}/${MONTH_NAMES[date.month - 1]}/${page}`
}

type ThemeCodes = Pick<SeedArticle, 'themeL1Code' | 'themeL2Code' | 'themeL3Code' | 'mostSpecificThemeCode'>

function drawThemes(random: Random, code: string): ThemeCodes {
  if (random.chance(MISSING.theme))
    return { themeL1Code: null, themeL2Code: null, themeL3Code: null, mostSpecificThemeCode: null }
  const depth = random.next()
  const deepest = depth < ONLY_LEVEL_1 ? 1 : depth < UP_TO_LEVEL_2 ? 2 : 3
  const parts = code.split('.')
  const codeAt = (level: number) =>
    level <= deepest && level <= parts.length ? parts.slice(0, level).join('.') : null
  return {
    themeL1Code: codeAt(1),
    themeL2Code: codeAt(2),
    themeL3Code: codeAt(3),
    mostSpecificThemeCode: codeAt(3) ?? codeAt(2) ?? codeAt(1),
  }
}

function drawMedia(
  random: Random,
  publisherKey: string,
  url: string,
): { imageUrl: string | null; videoUrl: string | null } {
  const isRadio = publisherKey === 'radioagencia_nacional'
  const hasVideo = publisherKey === 'tvbrasil' || random.chance(VIDEO_SHARE)
  const hasImage = !isRadio && !random.chance(MISSING.image)
  return {
    imageUrl: hasImage ? `${url}/imagem.jpg/@@images/image.jpeg` : null,
    videoUrl: hasVideo && !isRadio ? `${url}/video.mp4` : null,
  }
}

/** Returns `instant` plus a delay, in whole seconds. Returns undefined when the result is in the future. */
function later(
  random: Random,
  instant: Date,
  [min, max]: readonly [number, number],
  now: Date,
): Date | undefined {
  const delay = Math.round((min + random.next() * (max - min)) / SECOND_MS) * SECOND_MS
  const time = instant.getTime() + delay
  return time <= now.getTime() ? new Date(time) : undefined
}

function floorToSecond(instant: Date): Date {
  return new Date(Math.floor(instant.getTime() / SECOND_MS) * SECOND_MS)
}

/** Tags of the topic. Some articles have none. */
function drawTags(random: Random, topic: Topic): string[] {
  return random.chance(MISSING.tags) ? [] : random.sample(topic.tags, random.between(2, 4))
}

/** Returns the identifier of a submission, as the ingest creates it. */
export function uniqueIdOf({ publisherKey, text, publishedAt }: Submission): string {
  return mintUniqueId(publisherKey, formatInstant(publishedAt), text.title)
}

/** Turns a submission into an article as it would arrive, without the fields that such articles usually lack. */
export function assembleArticle(submission: Submission, options: AssemblyOptions): SeedArticle {
  const { topic, publisherKey, text, publishedAt, date } = submission
  const { random, now } = options
  const uniqueId = uniqueIdOf(submission)
  const url = urlOf(publisherKey, date, uniqueId)
  const unless = (share: number, value: string) => (random.chance(share) ? null : value)
  const media = drawMedia(random, publisherKey, url)
  const extracted = later(random, publishedAt, [3 * MINUTE_MS, 40 * MINUTE_MS], now)
  const updated = random.chance(UPDATED_SHARE)
    ? later(random, publishedAt, [HOUR_MS, 30 * HOUR_MS], now)
    : undefined
  return {
    uniqueId,
    agencyKey: publisherKey,
    title: text.title,
    url,
    publishedAt,
    updatedAt: updated ?? null,
    extractedAt: extracted ?? floorToSecond(now),
    subtitle: unless(MISSING.subtitle, text.subtitle),
    editorialLead: unless(isRepublisher(publisherKey) ? 1 : MISSING.lead, text.editorialLead),
    content: text.content,
    summary: unless(MISSING.summary, text.summary),
    ...media,
    category: unless(MISSING.category, topic.category),
    tags: drawTags(random, topic),
    ...drawThemes(random, topic.theme),
    features: random.chance(MISSING.features)
      ? null
      : buildFeatures(random, {
          content: text.content,
          publishedAt,
          mentions: text.mentions,
          tone: topic.tone,
          hasImage: media.imageUrl !== null,
          hasVideo: media.videoUrl !== null,
          annotations: options.annotations,
        }),
  }
}
