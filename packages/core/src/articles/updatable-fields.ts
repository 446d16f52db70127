import * as z from 'zod'
import { badInput } from '../errors.ts'
import type { DocumentFields } from '../search-index/client.ts'
import { toEpochSeconds } from '../time.ts'
import { incomingArticleSchema } from './article.ts'
import type { IndexDocument } from './document.ts'

/** Where PostgreSQL keeps a field of the index document, or why the field is not for anyone to set alone. */
type Place =
  | { kind: 'column'; column: string; schema: z.ZodType<ColumnValue> }
  | { kind: 'feature'; path: readonly [string, ...string[]]; schema: z.ZodType<string | number | boolean> }
  | { kind: 'refused'; why: string }

export type ColumnValue = string | string[] | Date | null

const { shape } = incomingArticleSchema

/** A column that takes what the door for news takes: trimmed, bounded, blank is null. */
const column = (name: string, key: keyof typeof shape): Place => ({
  kind: 'column',
  column: name,
  schema: shape[key] as z.ZodType<ColumnValue>,
})
const requiredColumn = (name: string): Place => ({
  kind: 'column',
  column: name,
  schema: z.string().trim().min(1).max(5000),
})
const feature = (schema: z.ZodType<string | number | boolean>, ...path: [string, ...string[]]): Place => ({
  kind: 'feature',
  path,
  schema,
})
const refused = (why: string): Place => ({ kind: 'refused', why })

const IDENTITY = 'faz parte da identidade da notícia.'
const THEME_CODES = 'os códigos dos temas mudam juntos: envie a notícia pela fila news-ingest.'
const THEME_LABELS = 'é o nome do tema no cadastro de temas.'
const STEMS = 'é calculado do texto: mude title, summary ou content.'
const ENTITIES = 'vem de features.entities: use upsertFeatures.'

/**
 * Every field of the index document, one line each. Columns and features are written where the document is made from,
 * so that the next synchronisation gives the same document; what is derived, or would contradict another field when it
 * changed alone, is refused.
 */
const FIELDS: Record<keyof IndexDocument, Place> = {
  id: refused(IDENTITY),
  unique_id: refused(IDENTITY),
  agency: refused(IDENTITY),
  agency_name: refused('é o nome do órgão no cadastro de órgãos.'),
  // The order of lists and exports: their cursors point at it.
  published_at: refused(IDENTITY),
  available_at: refused('é quando a notícia passou a ser encontrada.'),
  content_hash: refused('é calculado do título e do conteúdo.'),
  content_embedding: refused('é calculado do texto.'),
  title_stems: refused(STEMS),
  summary_stems: refused(STEMS),
  content_stems: refused(STEMS),
  theme_l1_code: refused(THEME_CODES),
  theme_l2_code: refused(THEME_CODES),
  theme_l3_code: refused(THEME_CODES),
  most_specific_theme_code: refused(THEME_CODES),
  theme_l1_label: refused(THEME_LABELS),
  theme_l2_label: refused(THEME_LABELS),
  theme_l3_label: refused(THEME_LABELS),
  most_specific_theme_label: refused(THEME_LABELS),
  entities: refused(ENTITIES),
  entity_org: refused(ENTITIES),
  entity_per: refused(ENTITIES),
  entity_loc: refused(ENTITIES),
  entity_event: refused(ENTITIES),
  entity_policy: refused(ENTITIES),
  entity_law: refused(ENTITIES),
  entity_canonical: refused(ENTITIES),
  title: requiredColumn('title'),
  url: requiredColumn('url'),
  content: column('content', 'content'),
  summary: column('summary', 'summary'),
  subtitle: column('subtitle', 'subtitle'),
  editorial_lead: column('editorial_lead', 'editorialLead'),
  image: column('image_url', 'imageUrl'),
  video_url: column('video_url', 'videoUrl'),
  category: column('category', 'category'),
  tags: column('tags', 'tags'),
  extracted_at: {
    kind: 'column',
    column: 'extracted_at',
    // Seconds since 1970 in the index; between 1900 and 2100, as at the door.
    schema: z
      .int()
      .min(-2_208_988_800)
      .max(4_102_444_799)
      .transform((seconds) => new Date(seconds * 1000)),
  },
  sentiment_label: feature(z.string().trim().min(1).max(128), 'sentiment', 'label'),
  sentiment_score: feature(z.float32(), 'sentiment', 'score'),
  trending_score: feature(z.float32(), 'trending_score'),
  view_count: feature(z.int32(), 'view_count'),
  word_count: feature(z.int32(), 'word_count'),
  readability_flesch: feature(z.float32(), 'readability_flesch'),
  has_image: feature(z.boolean(), 'has_image'),
  has_video: feature(z.boolean(), 'has_video'),
  image_broken: feature(z.boolean(), 'image_broken'),
}

/** A change of one field that has been checked. */
export type FieldUpdate = {
  /** The same change in the words of the index; null for a field that the document is not to have. */
  inIndex: DocumentFields
} & (
  | { kind: 'column'; column: string; value: ColumnValue }
  | { kind: 'feature'; path: readonly [string, ...string[]]; value: string | number | boolean }
)

/** A value as the document holds it: instants in seconds, nothing for what is empty, '' in the one text that it must have. */
function inDocument(field: keyof IndexDocument, value: ColumnValue | number | boolean): unknown {
  if (value instanceof Date) return toEpochSeconds(value)
  if (Array.isArray(value) && value.length === 0) return null
  return field === 'content' ? (value ?? '') : value
}

/**
 * The change that a caller asks for. Throws BAD_USER_INPUT naming `field` when there is no such field or it is not to be
 * set alone, and `value` when the value is not of the field's type.
 */
export function parseFieldUpdate(name: string, input: unknown): FieldUpdate {
  if (!isField(name)) throw badInput('field', 'não existe um campo com esse nome no índice.')
  const place = FIELDS[name]
  if (place.kind === 'refused') throw badInput('field', `${name} não pode ser alterado: ${place.why}`)
  const parsed = place.schema.safeParse(input)
  const texts = [input].flat().filter((item) => typeof item === 'string')
  if (!parsed.success || texts.some((text) => !text.isWellFormed() || text.includes('\0'))) {
    throw badInput('value', `não é um valor do tipo de ${name}, ou passa do tamanho permitido.`)
  }
  const inIndex: DocumentFields = { [name]: inDocument(name, parsed.data) }
  return place.kind === 'column'
    ? { kind: 'column', column: place.column, value: parsed.data as ColumnValue, inIndex }
    : { kind: 'feature', path: place.path, value: parsed.data as string | number | boolean, inIndex }
}

const isField = (name: string): name is keyof IndexDocument => Object.hasOwn(FIELDS, name)
