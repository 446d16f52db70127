import * as z from 'zod'
import { EMBEDDING_DIMENSIONS } from '@pauta/platform/config/embedding-dimensions'
import { badInput, type PublicError } from '@pauta/platform/errors'
import type { DocumentFields } from '../search-index/client.ts'
import { toEpochSeconds } from '@pauta/platform/time/time'
import { EARLIEST, EARLIEST_PUBLICATION, incomingArticleSchema, LATEST } from '../articles/article.ts'
import { FEATURE_RANGES, FEATURES, forIndexedFeatures } from '../articles/features.ts'
import type { IndexDocument } from '../search-index/collection.ts'
import { decodeText } from '../features/feature-input.ts'
import { isPlausiblePublication } from '../articles/receive.ts'
import { isWebAddress, readWebAddress } from '../articles/web-address.ts'

/** A theme field: a level of the tree, or the most specific theme. */
export type ThemeField = 1 | 2 | 3 | 'deepest'

/** Where PostgreSQL stores a field of the index document, or why the field cannot be set alone. */
type Place =
  | { kind: 'column'; column: string; schema: z.ZodType<ColumnValue> }
  | {
      kind: 'feature'
      path: readonly [string, ...string[]]
      schema: z.ZodType<string | number | boolean>
      derived?: true
    }
  | { kind: 'agency'; by: 'key' | 'name' }
  | { kind: 'theme'; field: ThemeField; by: 'code' | 'label' }
  | { kind: 'vector' }
  | { kind: 'refused'; why: string }

type ColumnValue = string | string[] | Date | null

const { shape } = incomingArticleSchema

/** A column with the validation of incoming articles: trimmed, limited, blank becomes null. */
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
/** A feature that enrichment derives from the text. A value set by a caller stays until the text changes. */
const derived = (schema: z.ZodType<string | number | boolean>, ...path: [string, ...string[]]): Place => ({
  kind: 'feature',
  path,
  schema,
  derived: true,
})
const theme = (field: ThemeField, by: 'code' | 'label'): Place => ({ kind: 'theme', field, by })
/** Seconds since 1970, as in the index. */
const epoch = (from: Date, until: Date) =>
  z
    .int()
    .min(toEpochSeconds(from))
    .max(toEpochSeconds(until) - 1)
    .transform((seconds) => new Date(seconds * 1000))
const picture = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
  z
    .string()
    .trim()
    .refine(isWebAddress)
    .transform((address) => readWebAddress(address) ?? address)
    .nullable(),
)
const refused = (why: string): Place => ({ kind: 'refused', why })

const IDENTITY = 'faz parte da identidade da notícia.'
const STEMS = 'é calculado do texto: mude title, summary ou content.'
const SOURCE = 'vem de quem escolheu os temas: mude um tema.'
const ENTITIES = 'vem de features.entities: use upsertFeatures.'

/**
 * Every field of the index document. Columns and features are written to the tables from which documents are made, so
 * that the next synchronisation gives the same document. Undocumented derived fields are refused.
 */
const FIELDS: Record<keyof IndexDocument, Place> = {
  id: refused(IDENTITY),
  unique_id: refused(IDENTITY),
  agency: { kind: 'agency', by: 'key' },
  agency_name: { kind: 'agency', by: 'name' },
  published_at: { kind: 'column', column: 'published_at', schema: epoch(EARLIEST_PUBLICATION, LATEST) },
  available_at: refused('é o instante em que a notícia passou a ser encontrada.'),
  changed_at: refused('é o instante da última mudança da notícia.'),
  content_hash: refused('é calculado do título e do conteúdo.'),
  story_id: refused('é calculado dos textos.'),
  summary_source: refused('segue de summary.'),
  content_embedding: { kind: 'vector' },
  title_and_summary: refused(STEMS),
  title_stems: refused(STEMS),
  summary_stems: refused(STEMS),
  content_stems: refused(STEMS),
  content_is_long: refused(STEMS),
  published_day: refused('é calculado de published_at.'),
  theme_l1_code: theme(1, 'code'),
  theme_l2_code: theme(2, 'code'),
  theme_l3_code: theme(3, 'code'),
  most_specific_theme_code: theme('deepest', 'code'),
  theme_l1_label: theme(1, 'label'),
  theme_l2_label: theme(2, 'label'),
  theme_l3_label: theme(3, 'label'),
  most_specific_theme_label: theme('deepest', 'label'),
  theme_source: refused(SOURCE),
  theme_confidence: refused(SOURCE),
  entities: refused(ENTITIES),
  entity_org: refused(ENTITIES),
  entity_per: refused(ENTITIES),
  entity_loc: refused(ENTITIES),
  entity_event: refused(ENTITIES),
  entity_policy: refused(ENTITIES),
  entity_law: refused(ENTITIES),
  entity_canonical: refused(ENTITIES),
  states: refused('vem de features.states: use upsertFeatures.'),
  title: requiredColumn('title'),
  url: column('url', 'url'),
  content: column('content', 'content'),
  summary: column('summary', 'summary'),
  subtitle: column('subtitle', 'subtitle'),
  editorial_lead: column('editorial_lead', 'editorialLead'),
  image: { kind: 'column', column: 'image_url', schema: picture },
  video_url: { kind: 'column', column: 'video_url', schema: picture },
  category: column('category', 'category'),
  tags: column('tags', 'tags'),
  extracted_at: { kind: 'column', column: 'extracted_at', schema: epoch(EARLIEST, LATEST) },
  sentiment_label: derived(FEATURE_RANGES.sentimentLabel, 'sentiment', 'label'),
  sentiment_score: derived(FEATURE_RANGES.sentimentScore, 'sentiment', 'score'),
  ...forIndexedFeatures((name) =>
    (FEATURES[name].by === 'enrichment' ? derived : feature)(FEATURES[name].schema, name),
  ),
}

/** A change of one field, checked as far as possible without the database. */
export type FieldUpdate = { field: keyof IndexDocument } & (
  | {
      kind: 'column'
      column: string
      value: ColumnValue
      /** The change as fields of the index document; null removes a field. */
      inIndex: DocumentFields
    }
  | {
      kind: 'feature'
      path: readonly [string, ...string[]]
      value: string | number | boolean
      inIndex: DocumentFields
      derived: boolean
    }
  | { kind: 'agency'; by: 'key' | 'name'; value: string }
  /** Null removes the theme and the levels below it. */
  | { kind: 'theme'; level: ThemeField; by: 'code' | 'label'; value: string | null }
  | { kind: 'vector'; vector: Float32Array }
)

/**
 * Returns a value in the form of the document: instants in seconds, null for empty lists, and '' for the required
 * `content`.
 */
function inDocument(field: keyof IndexDocument, value: ColumnValue): unknown {
  if (value instanceof Date) return toEpochSeconds(value)
  if (Array.isArray(value) && value.length === 0) return null
  return field === 'content' ? (value ?? '') : value
}

const name = z.string().trim().max(5000)
const vectorSchema = z
  .preprocess((value) => decodeText(value), z.array(z.float32()).length(EMBEDDING_DIMENSIONS))
  .refine((numbers) => numbers.some((number) => number !== 0))
  .transform((numbers) => Float32Array.from(numbers))

function mistyped(field: string): PublicError {
  return badInput('value', `não é um valor do tipo de ${field}, ou passa do que é permitido.`)
}

/**
 * Parses a value. Throws BAD_USER_INPUT naming `value` for a wrong value, and for text that PostgreSQL cannot store.
 */
function parseValue<T>(field: string, schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input)
  const texts = [input].flat().filter((item) => typeof item === 'string')
  if (!parsed.success || texts.some((text) => !text.isWellFormed() || text.includes('\0')))
    throw mistyped(field)
  return parsed.data
}

/**
 * Parses the change of a field. Throws BAD_USER_INPUT naming `field` when the field is unknown or cannot be set alone,
 * and naming `value` when the value has the wrong type. A publication is at most one day after `now`.
 */
export function parseFieldUpdate(field: string, input: unknown, now: Date): FieldUpdate {
  if (!isField(field)) throw badInput('field', 'não existe um campo com esse nome no índice.')
  const place = FIELDS[field]
  switch (place.kind) {
    case 'refused':
      throw badInput('field', `${field} não pode ser alterado: ${place.why}`)
    case 'column': {
      const { kind, column } = place
      const value = parseValue(field, place.schema, input)
      if (field === 'published_at' && !isPlausiblePublication(value as Date, now)) throw mistyped(field)
      return { field, kind, column, value, inIndex: { [field]: inDocument(field, value) } }
    }
    case 'feature': {
      const { kind, path, derived = false } = place
      const value = parseValue(field, place.schema, input)
      return { field, kind, path, value, derived, inIndex: { [field]: value } }
    }
    case 'agency':
      return { field, ...place, value: parseValue(field, name.min(1), input) }
    case 'theme': {
      const { kind, by, field: level } = place
      return { field, kind, by, level, value: parseValue(field, name, input) || null }
    }
    case 'vector':
    default:
      return { field, kind: 'vector', vector: parseValue(field, vectorSchema, input) }
  }
}

const isField = (name: string): name is keyof IndexDocument => Object.hasOwn(FIELDS, name)
