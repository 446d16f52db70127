import { setImmediate } from 'node:timers/promises'
import { stemText } from '@pauta/platform/language/stem-text'
import { toEpochSeconds } from '@pauta/platform/time/time'
import type { ArticleRow, FeatureEntity, Features } from '../articles/article.ts'
import type { DocumentRow } from '../articles/queries.ts'

/** A document of the index collection. `id` equals `unique_id`. Missing optional fields are omitted. */
export interface IndexDocument {
  id: string
  unique_id: string
  agency: string
  agency_name: string
  title: string
  url: string
  content: string
  published_at: number
  image?: string
  video_url?: string
  summary?: string
  subtitle?: string
  editorial_lead?: string
  category?: string
  tags?: string[]
  extracted_at?: number
  available_at?: number
  /** When a text, address, date, category, theme or agency last changed. Missing: never. */
  changed_at?: number
  theme_l1_code?: string
  theme_l1_label?: string
  theme_l2_code?: string
  theme_l2_label?: string
  theme_l3_code?: string
  theme_l3_label?: string
  most_specific_theme_code?: string
  most_specific_theme_label?: string
  content_hash?: string
  sentiment_label?: string
  sentiment_score?: number
  trending_score?: number
  view_count?: number
  word_count?: number
  readability_flesch?: number
  has_image?: boolean
  has_video?: boolean
  image_broken?: boolean
  entities?: string[]
  entity_org?: string[]
  entity_per?: string[]
  entity_loc?: string[]
  entity_event?: string[]
  entity_policy?: string[]
  entity_law?: string[]
  entity_canonical?: string[]
  content_embedding?: number[]
  /** Stems of the words of a text without function words. A search by words reads these fields. */
  title_stems?: string
  summary_stems?: string
  content_stems?: string
}

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

// Features come from workers and from outside. A wrong type counts as missing, so that the import does not fail.
const number = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : null)
// Integers of the index have 32 bits.
const integer = (value: unknown) => (typeof value === 'number' && (value | 0) === value ? value : null)
const boolean = (value: unknown) => (typeof value === 'boolean' ? value : null)
const string = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

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

/** Returns the scalar features that are fields of the index; null for a missing one. */
export function scalarFeatures(features: Features) {
  return {
    sentiment_label: string(features.sentiment?.label),
    sentiment_score: number(features.sentiment?.score),
    trending_score: number(features.trending_score),
    view_count: integer(features.view_count),
    word_count: integer(features.word_count),
    readability_flesch: number(features.readability_flesch),
    has_image: boolean(features.has_image),
    has_video: boolean(features.has_video),
    image_broken: boolean(features.image_broken),
  }
}

function featureFields({ features }: ArticleRow) {
  if (!features) return {}
  return {
    ...scalarFeatures(features),
    ...entityFields(Array.isArray(features.entities) ? features.entities : []),
  }
}

/** Parses a vector in PostgreSQL's notation. */
export function readEmbedding(text: string | null): number[] | null {
  return text === null ? null : (JSON.parse(text) as number[])
}

/** Returns the stem fields of the given texts; null for a null text. */
export function stemFields(
  texts: Partial<Record<'title' | 'summary' | 'content', string | null>>,
): Partial<Record<'title_stems' | 'summary_stems' | 'content_stems', string | null>> {
  const { title, summary, content } = texts
  return {
    ...(title === undefined ? {} : { title_stems: stemText(title) }),
    ...(summary === undefined ? {} : { summary_stems: stemText(summary) }),
    ...(content === undefined ? {} : { content_stems: stemText(content) }),
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
    ...present({
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
      content_hash: row.contentHash,
      ...featureFields(row),
      ...stemFields({ title: row.title, summary: row.summary, content: row.content }),
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

/** Text that is made into documents before other work of the process gets its turn. */
const TURN_CHARACTERS = 200_000

/**
 * The documents of rows, as text. On a laptop requests are answered in the same process: they get their turn after each
 * 200,000 characters of text.
 */
export async function toDocumentLines(rows: readonly DocumentRow[]): Promise<DocumentLine[]> {
  const lines: DocumentLine[] = []
  let characters = 0
  for (const row of rows) {
    lines.push(toDocumentLine(row))
    characters += row.content?.length ?? 0
    if (characters < TURN_CHARACTERS) continue
    characters = 0
    await setImmediate()
  }
  return lines
}
