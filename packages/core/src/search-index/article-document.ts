import { stemText } from '../stemming/stem-text.ts'
import { localDay, SECOND_MS, toEpochSeconds } from '@pauta/platform/time/time'
import type { FeatureEntity, Features } from '../articles/article.ts'
import {
  forIndexedFeatures,
  scalarFeatures,
  type IndexedFeature,
  type ScalarFeatures,
} from '../articles/features.ts'
import type { DocumentRow } from '../articles/queries.ts'
import { readStates } from '../articles/states.ts'
import { LISTED_CONTENT_MAX_CHARACTERS, type IndexDocument, type OptionalIndexField } from './collection.ts'

/** The optional fields of a document except the vector; null for a missing one. Each must be named. */
type Possible = { [Field in Exclude<OptionalIndexField, 'content_embedding'>]: IndexDocument[Field] | null }

/** Removes missing values: the index has no null. */
function present<T extends object>(fields: T): { [Key in keyof T]?: NonNullable<T[Key]> } {
  const kept: { [Key in keyof T]?: NonNullable<T[Key]> } = {}
  for (const name of Object.keys(fields) as (keyof T)[]) {
    const value = fields[name]
    if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) continue
    kept[name] = value
  }
  return kept
}

const string = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
const number = (value: unknown) => (Number.isFinite(value) ? (value as number) : null)

function entityFields(entities: readonly FeatureEntity[]) {
  const texts = new Set<string>()
  const canonicalIds = new Set<string>()
  const textsByType = new Map<string, Set<string>>()
  for (const entity of entities) {
    if (string(entity?.text) === null) continue
    texts.add(entity.text)
    const ofType = textsByType.get(entity.type)
    if (ofType) ofType.add(entity.text)
    else textsByType.set(entity.type, new Set([entity.text]))
    const canonicalId = string(entity.canonical_id)
    if (canonicalId !== null) canonicalIds.add(canonicalId)
  }
  const ofType = (type: string) => [...(textsByType.get(type) ?? [])]
  return {
    entities: [...texts],
    entity_org: ofType('ORG'),
    entity_per: ofType('PER'),
    entity_loc: ofType('LOC'),
    entity_event: ofType('EVENT'),
    entity_policy: ofType('POLICY'),
    entity_law: ofType('LAW'),
    entity_canonical: [...canonicalIds],
  }
}

/** Returns the sentiment of an article. A value of a wrong type counts as missing. */
export const sentimentOf = ({ sentiment }: Features) => ({
  label: string(sentiment?.label),
  score: number(sentiment?.score),
})

function featureFields(features: Features) {
  const { label, score } = sentimentOf(features)
  const scalars = scalarFeatures(features)
  return {
    sentiment_label: label,
    sentiment_score: score,
    ...(forIndexedFeatures((name) => scalars[name]) as Pick<ScalarFeatures, IndexedFeature>),
    states: readStates(features.states),
    ...entityFields(Array.isArray(features.entities) ? features.entities : []),
  }
}

/** Parses a vector in PostgreSQL's notation. */
export function readEmbedding(text: string | null): number[] | null {
  return text === null ? null : (JSON.parse(text) as number[])
}

/** True for a text that lists leave out, null for others. */
const isLong = (content: string | null) =>
  content !== null && content.length > LISTED_CONTENT_MAX_CHARACTERS ? true : null

type FollowingField = 'title_stems' | 'summary_stems' | 'content_stems' | 'content_is_long' | 'published_day'

/** The local day of an instant in seconds. */
const dayOf = (seconds: number) => localDay(new Date(seconds * SECOND_MS))

/** Returns the fields that follow from the given ones; null for a missing one. */
export function followingFields(
  given: Partial<Record<'title' | 'summary' | 'content', string | null>> & { published_at?: number | null },
): Partial<Pick<Possible, FollowingField>> {
  const { title, summary, content, published_at: publishedAt } = given
  return {
    ...(publishedAt == null ? {} : { published_day: dayOf(publishedAt) }),
    ...(title === undefined ? {} : { title_stems: stemText(title) }),
    ...(summary === undefined ? {} : { summary_stems: stemText(summary) }),
    ...(content === undefined ? {} : { content_stems: stemText(content), content_is_long: isLong(content) }),
  }
}

/** Returns the document without its vector. */
function documentWithoutVector(row: DocumentRow): IndexDocument {
  return {
    id: row.uniqueId,
    unique_id: row.uniqueId,
    agency: row.agencyKey,
    agency_name: row.agencyName,
    title: row.title,
    url: row.url,
    content: row.content ?? '',
    published_at: toEpochSeconds(row.publishedAt),
    ...present<Possible>({
      published_day: localDay(row.publishedAt),
      image: row.imageUrl,
      video_url: row.videoUrl,
      summary: row.summary,
      subtitle: row.subtitle,
      editorial_lead: row.editorialLead,
      category: row.category,
      tags: row.tags,
      extracted_at: row.extractedAt && toEpochSeconds(row.extractedAt),
      available_at: row.availableAt && toEpochSeconds(row.availableAt),
      changed_at: row.changedAt && toEpochSeconds(row.changedAt),
      theme_l1_code: row.themeL1Code,
      theme_l1_label: row.themeL1Label,
      theme_l2_code: row.themeL2Code,
      theme_l2_label: row.themeL2Label,
      theme_l3_code: row.themeL3Code,
      theme_l3_label: row.themeL3Label,
      most_specific_theme_code: row.mostSpecificThemeCode,
      most_specific_theme_label: row.mostSpecificThemeLabel,
      theme_source: row.themeSource,
      theme_confidence: row.themeConfidence,
      content_hash: row.contentHash,
      story_id: row.storyId ?? row.contentHash,
      summary_source: row.summarySource,
      ...featureFields(row.features ?? {}),
      title_and_summary: [row.title, row.summary].filter((text) => text).join('\n'),
      title_stems: stemText(row.title),
      summary_stems: stemText(row.summary),
      content_stems: stemText(row.content),
      content_is_long: isLong(row.content),
    }),
  }
}

/** Returns the document of a row. The same row always gives the same document. */
export function toIndexDocument(row: DocumentRow): IndexDocument {
  const vector = readEmbedding(row.embedding)
  return { ...documentWithoutVector(row), ...(vector && { content_embedding: vector }) }
}

/** A document as one line of an import. */
export interface DocumentLine {
  id: string
  json: string
}

/**
 * Returns the document of a row as text. Copies the vector in PostgreSQL's notation: parsing and writing 768 numbers
 * would take longer than the rest of the document.
 */
export function toDocumentLine(row: DocumentRow): DocumentLine {
  const { embedding } = row
  const json = JSON.stringify(documentWithoutVector(row))
  return {
    id: row.uniqueId,
    json: embedding === null ? json : `${json.slice(0, -1)},"content_embedding":${embedding}}`,
  }
}
