import { localHour, localWeekday } from '@pauta/platform/time/time'
import { countText, type Counts } from './counts.ts'
import { findEntities, type EntityFeatures } from './entities/entities.ts'
import type { EntityRegistry } from './registry/entity-registry.ts'
import type { GivenName } from './entities/given-names.ts'
import { findMedia, type MediaSource } from './media.ts'
import { readArticle } from './sentences/passage.ts'
import { measureReadability } from './readability.ts'
import { measureSentiment, type Sentiment } from './sentiment.ts'

/** The fields of an article that enrichment reads. */
export interface EnrichableArticle extends MediaSource {
  title: string
  publishedAt: Date
  /** The agency that published the article. */
  agencyKey: string | null
  /** Names that a language model has read in the current text. */
  modelNames?: readonly GivenName[]
}

/** The features that enrichment writes: always every key, so that a value that is no longer derived is removed. */
export interface EnrichedFeatures extends Counts, EntityFeatures {
  [feature: string]: unknown
  readability_flesch: number | null
  publication_hour: number
  publication_dow: number
  has_image: boolean
  has_video: boolean
  sentiment: Sentiment | null
}

/**
 * Derives the features of an article from its text and the registry. Pure: the same input returns the same features.
 * Annotations are half-open UTF-16 offsets into the stored `content`. `reading` is that of the article. Takes time linear in
 * the length of the text.
 */
export function enrichArticle(
  article: EnrichableArticle,
  registry: EntityRegistry,
  reading = readArticle(article),
): EnrichedFeatures {
  const { title, content, publishedAt, agencyKey, modelNames } = article
  const { body } = reading
  return {
    ...countText(body),
    readability_flesch: measureReadability(body),
    publication_hour: localHour(publishedAt),
    publication_dow: localWeekday(publishedAt),
    ...findMedia(article),
    sentiment: measureSentiment(reading),
    ...findEntities({ title, content, text: body?.text ?? null, agencyKey, modelNames }, registry),
  }
}
