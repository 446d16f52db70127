import type { IndexDocument } from '@pauta/core/search-index/collection'
import type { DocumentField } from '@pauta/core/search-index/search'
import type { ColumnKind } from '@pauta/platform/parquet/parquet-schema'
import type { SelectedArticle } from '../articles/selected-article.ts'
import { badInput } from '@pauta/platform/errors'

/** A value of a column; null for a missing one. */
export type CellValue = string | number | Date | readonly string[] | null

/** A column of an export. */
export interface ExportColumn {
  name: string
  kind: ColumnKind
  /** Fields of the index that the column reads. */
  fields: readonly DocumentField[]
  read: (article: SelectedArticle) => CellValue
}

type TextField = {
  [Field in DocumentField]: IndexDocument[Field] extends string | undefined ? Field : never
}[DocumentField]

const text = (name: string, field: TextField): ExportColumn => ({
  name,
  kind: 'text',
  fields: [field],
  read: ({ document }) => document[field] || null,
})
const instant = (name: string, field: 'published_at' | 'changed_at' | 'extracted_at'): ExportColumn => ({
  name,
  kind: 'instant',
  fields: [field],
  read: ({ document }) => {
    const seconds = document[field]
    return seconds === undefined ? null : new Date(seconds * 1000)
  },
})
const texts = (name: string, field: 'tags' | 'entities' | 'entity_canonical' | 'states'): ExportColumn => ({
  name,
  kind: 'texts',
  fields: [field],
  read: ({ document }) => document[field] ?? [],
})

/** All columns in their order. Columns of the public dataset have the same names there. docs/dataset.md describes them. */
export const EXPORT_COLUMNS: readonly ExportColumn[] = [
  text('unique_id', 'unique_id'),
  text('agency', 'agency'),
  text('agency_name', 'agency_name'),
  instant('published_at', 'published_at'),
  instant('changed_at', 'changed_at'),
  instant('extracted_at', 'extracted_at'),
  text('title', 'title'),
  text('subtitle', 'subtitle'),
  text('editorial_lead', 'editorial_lead'),
  text('url', 'url'),
  text('content', 'content'),
  text('image', 'image'),
  text('video_url', 'video_url'),
  text('category', 'category'),
  texts('tags', 'tags'),
  text('theme_1_level_1_code', 'theme_l1_code'),
  text('theme_1_level_1_label', 'theme_l1_label'),
  text('theme_1_level_2_code', 'theme_l2_code'),
  text('theme_1_level_2_label', 'theme_l2_label'),
  text('theme_1_level_3_code', 'theme_l3_code'),
  text('theme_1_level_3_label', 'theme_l3_label'),
  text('most_specific_theme_code', 'most_specific_theme_code'),
  text('most_specific_theme_label', 'most_specific_theme_label'),
  text('summary', 'summary'),
  text('sentiment', 'sentiment_label'),
  {
    name: 'sentiment_score',
    kind: 'number',
    fields: ['sentiment_score'],
    read: ({ document }) => document.sentiment_score ?? null,
  },
  texts('entities', 'entities'),
  texts('entity_ids', 'entity_canonical'),
  texts('states', 'states'),
  text('theme_source', 'theme_source'),
  text('summary_source', 'summary_source'),
  { name: 'cursor', kind: 'text', fields: [], read: ({ cursor }) => cursor },
]

/**
 * Returns the columns of a list of names with commas, in the given order; all columns for no list. Throws
 * BAD_USER_INPUT.
 */
export function parseColumns(list: string | undefined): readonly ExportColumn[] {
  if (list === undefined) return EXPORT_COLUMNS
  const names = [...new Set(list.split(',').map((name) => name.trim()))]
  return names.map((name) => {
    const column = EXPORT_COLUMNS.find((one) => one.name === name)
    if (column) return column
    const known = EXPORT_COLUMNS.map((one) => one.name).join(', ')
    throw badInput('columns', `não existe a coluna "${name.slice(0, 40)}". As colunas são: ${known}.`)
  })
}

/** Returns the fields of the index that columns read, and those that order rows. */
export function fieldsOf(columns: readonly ExportColumn[]): DocumentField[] {
  return [
    ...new Set<DocumentField>(['unique_id', 'published_at', ...columns.flatMap(({ fields }) => fields)]),
  ]
}
