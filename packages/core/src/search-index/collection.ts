import type { CollectionFieldSchema } from 'typesense/lib/Typesense/Collection.js'
import type { CollectionCreateSchema } from 'typesense/lib/Typesense/Collections.js'
import { EMBEDDING_DIMENSIONS } from '@pauta/platform/config/embedding-dimensions'
import { FEATURE_FIELDS } from '../articles/features.ts'

/** The types of fields, and their values in a document. */
interface FieldValues {
  string: string
  'string[]': string[]
  int32: number
  int64: number
  float: number
  'float[]': number[]
  bool: boolean
}

/** Most characters of a text in a list, so that a page of huge articles stays a page. */
export const LISTED_CONTENT_MAX_CHARACTERS = 200_000

type Settings = Pick<CollectionFieldSchema, 'facet' | 'index' | 'num_dim' | 'optional' | 'sort'> & {
  type: keyof FieldValues
}

const OPTIONAL = { optional: true } as const
const FACET = { facet: true, optional: true } as const

/**
 * The one declaration of the fields of a document: the documented fields, then the fields that the service adds. Required text is
 * '' when a row lacks it. The type of a document follows, and its builder does not compile without each field.
 */
const INDEX_FIELDS = {
  unique_id: { type: 'string' },
  agency: { type: 'string', facet: true },
  agency_name: { type: 'string', facet: true },
  title: { type: 'string' },
  url: { type: 'string' },
  image: { type: 'string', ...OPTIONAL },
  content: { type: 'string' },
  summary: { type: 'string', ...OPTIONAL },
  published_at: { type: 'int64', sort: true },
  /** The local day of `published_at`, `YYYY-MM-DD`, for counts by period. */
  published_day: { type: 'string', ...FACET },
  category: { type: 'string', ...FACET },
  tags: { type: 'string[]', ...FACET },
  theme_l1_code: { type: 'string', ...FACET },
  theme_l1_label: { type: 'string', ...FACET },
  theme_l2_code: { type: 'string', ...FACET },
  theme_l2_label: { type: 'string', ...OPTIONAL },
  theme_l3_code: { type: 'string', ...FACET },
  theme_l3_label: { type: 'string', ...OPTIONAL },
  most_specific_theme_code: { type: 'string', ...FACET },
  most_specific_theme_label: { type: 'string', ...OPTIONAL },
  theme_source: { type: 'string', ...FACET },
  theme_confidence: { type: 'float', ...OPTIONAL },
  content_embedding: { type: 'float[]', num_dim: EMBEDDING_DIMENSIONS, ...OPTIONAL },
  video_url: { type: 'string', ...OPTIONAL },
  subtitle: { type: 'string', ...OPTIONAL },
  editorial_lead: { type: 'string', ...OPTIONAL },
  extracted_at: { type: 'int64', ...OPTIONAL },
  available_at: { type: 'int64', sort: true, ...OPTIONAL },
  /** When a text, address, date, category, theme or agency last changed. Missing: never. */
  changed_at: { type: 'int64', index: false, ...OPTIONAL },
  /** Whether lists leave the text out. Missing: no, or the document is of an earlier version. */
  content_is_long: { type: 'bool', index: false, ...OPTIONAL },
  content_hash: { type: 'string', ...FACET },
  /** The id of the story; an article without one has the fingerprint of its text. */
  story_id: { type: 'string', ...FACET },
  summary_source: { type: 'string', ...FACET },
  sentiment_label: { type: 'string', ...FACET },
  sentiment_score: { type: 'float', ...OPTIONAL },
  ...FEATURE_FIELDS,
  entities: { type: 'string[]', ...FACET },
  entity_org: { type: 'string[]', ...FACET },
  entity_per: { type: 'string[]', ...FACET },
  entity_loc: { type: 'string[]', ...FACET },
  entity_event: { type: 'string[]', ...FACET },
  entity_policy: { type: 'string[]', ...FACET },
  entity_law: { type: 'string[]', ...FACET },
  entity_canonical: { type: 'string[]', ...FACET },
  /** Codes of the states of which the text speaks. */
  states: { type: 'string[]', ...FACET },
  // The engine's filters compare one field, and the words of a keyword may be spread over both texts.
  title_and_summary: { type: 'string', ...OPTIONAL },
  // The engine has no Portuguese stemmer, so documents contain stems.
  title_stems: { type: 'string', ...OPTIONAL },
  summary_stems: { type: 'string', ...OPTIONAL },
  content_stems: { type: 'string', ...OPTIONAL },
} as const satisfies Record<string, Settings>

type Fields = typeof INDEX_FIELDS

/** What articles in lists are made of: no text, vector, names or stems. */
export const LISTED_FIELDS = (Object.keys(INDEX_FIELDS) as (keyof Fields)[]).filter(
  (name) => name !== 'content' && !/^(?:content_embedding|entit.*|.*_stems|title_and_summary)$/.test(name),
)

/** Fields that a document may lack. */
export type OptionalIndexField = {
  [Name in keyof Fields]: Fields[Name] extends typeof OPTIONAL ? Name : never
}[keyof Fields]
type RequiredFields = {
  [Name in Exclude<keyof Fields, OptionalIndexField>]: FieldValues[Fields[Name]['type']]
}
type OptionalFields = { [Name in OptionalIndexField]?: FieldValues[Fields[Name]['type']] }

/** A document of the index collection. `id` equals `unique_id`. Missing optional fields are omitted. */
export interface IndexDocument extends RequiredFields, OptionalFields {
  id: string
}

/** Returns the schema of the `news` collection. `metadata.model` is the model of the vectors: another model needs another collection. */
export function newsCollection(name: string, model: string): CollectionCreateSchema {
  return {
    name,
    default_sorting_field: 'published_at',
    metadata: { model },
    fields: Object.entries(INDEX_FIELDS).map(([field, settings]) => ({ name: field, ...settings })),
  }
}
