import type { IncomingArticle } from '@pauta/core/articles/article'
import { receiveArticle } from '@pauta/core/articles/receive'
import { describeIssue } from '@pauta/platform/input/describe-issue'
import { parseStart } from '@pauta/platform/time/time'
import { parseJson } from '@pauta/platform/input/parse-json'
import { ZodError } from 'zod'

/**
 * One row of the public dataset by its 24 column names, with the values that the file format returns. Rows of an export may
 * also have `theme_source` and `summary_source`.
 */
export type DatasetRow = Record<string, unknown>

/** The reason why a row cannot be imported. */
export class RowError extends Error {
  override readonly name = 'RowError'
}

function text(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
    return String(value)
  throw new RowError(`expected text, found ${JSON.stringify(value).slice(0, 60)}`)
}

/** Reads ISO text, which is local time without an offset, or an instant from Parquet. */
function instant(value: unknown, column: string): Date | null {
  if (value instanceof Date) return value
  const written = text(value)?.trim()
  return written ? parseStart(written, column) : null
}

/** Reads a list, or the JSON text of a list from CSV. */
function list(value: unknown): string[] {
  if (value === null || value === undefined || value === '') return []
  const items = typeof value === 'string' ? parseJson(value) : value
  if (!Array.isArray(items)) throw new RowError('tags: expected a list or a JSON array')
  return items.map((item) => text(item) ?? '')
}

/** What an earlier scraper stored in place of a body that it could not read. */
const NO_BODY = 'Error retrieving content'
const NO_CATEGORY = 'No Category'

/** Returns the text of a column, or null for words that stand for a missing value. */
function textUnless(value: unknown, placeholder: string): string | null {
  const found = text(value)
  return found?.trim() === placeholder ? null : found
}

/** Sources of themes that a program has guessed. The stage that imports the article chooses for itself. */
const GUESSED = new Set(['learned', 'rules'])

/** Returns the columns of the theme; none for a theme that another stage has guessed. */
function themesOf(row: DatasetRow): DatasetRow {
  return GUESSED.has(text(row['theme_source']) ?? '') ? {} : row
}

/**
 * Returns the summary; null for sentences that another stage has extracted from the text. They would be stored as a summary
 * of the site, and the public dataset would publish them.
 */
function summaryOf(row: DatasetRow): string | null {
  return text(row['summary_source']) === 'extracted' ? null : text(row['summary'])
}

/** Names of columns that differ from those of an article's fields, which messages of `news-ingest` have. */
const COLUMN_OF = {
  uniqueId: 'unique_id',
  agencyKey: 'agency',
  title: 'title',
  url: 'url',
  publishedAt: 'published_at',
  updatedAt: 'updated_datetime',
  extractedAt: 'extracted_at',
  subtitle: 'subtitle',
  editorialLead: 'editorial_lead',
  content: 'content',
  summary: 'summary',
  imageUrl: 'image',
  videoUrl: 'video_url',
  category: 'category',
  tags: 'tags',
  themeL1Code: 'theme_1_level_1_code',
  themeL1Label: 'theme_1_level_1_label',
  themeL2Code: 'theme_1_level_2_code',
  themeL2Label: 'theme_1_level_2_label',
  themeL3Code: 'theme_1_level_3_code',
  themeL3Label: 'theme_1_level_3_label',
  mostSpecificThemeCode: 'most_specific_theme_code',
  mostSpecificThemeLabel: 'most_specific_theme_label',
} as const satisfies Partial<Record<keyof IncomingArticle, string>>
const COLUMN_OF_FIELD: Readonly<Record<string, string>> = COLUMN_OF

/** The columns that an import reads, in their order. */
export const COLUMNS: readonly string[] = Object.values(COLUMN_OF)

/** Describes the faults of a row by its columns, and names those that it has under the names of a message's fields. */
function describeFaults(row: DatasetRow, { issues }: ZodError): string {
  const faults = issues.map((issue) => {
    const [field, ...rest] = issue.path.map(String)
    const column = COLUMN_OF_FIELD[field ?? ''] ?? field
    return `${[column, ...rest].join('.')}: ${describeIssue(issue)}`
  })
  const renamed = Object.keys(row).flatMap((name) => {
    const column = COLUMN_OF_FIELD[name]
    return column === undefined || column === name ? [] : [`${name} is named ${column}`]
  })
  if (renamed.length > 0) faults.push(`in files ${renamed.join(', ')}; the columns are ${COLUMNS.join(', ')}`)
  return faults.join('; ')
}

/**
 * Returns the article of a row. An article without dates gets `now`, the start of the import. Throws a RowError that
 * names the wrong columns.
 */
export function toIncomingArticle(row: DatasetRow, now: Date): IncomingArticle {
  try {
    const themes = themesOf(row)
    const article = {
      uniqueId: text(row['unique_id']),
      agencyKey: text(row['agency']),
      title: text(row['title']) ?? '',
      url: text(row['url']),
      publishedAt: instant(row['published_at'], 'published_at'),
      updatedAt: instant(row['updated_datetime'], 'updated_datetime'),
      extractedAt: instant(row['extracted_at'], 'extracted_at'),
      subtitle: text(row['subtitle']),
      editorialLead: text(row['editorial_lead']),
      content: textUnless(row['content'], NO_BODY),
      summary: summaryOf(row),
      imageUrl: text(row['image']),
      videoUrl: text(row['video_url']),
      category: textUnless(row['category'], NO_CATEGORY),
      tags: list(row['tags']),
      themeL1Code: text(themes['theme_1_level_1_code']),
      themeL1Label: text(themes['theme_1_level_1_label']) ?? text(themes['theme_1_level_1']),
      themeL2Code: text(themes['theme_1_level_2_code']),
      themeL2Label: text(themes['theme_1_level_2_label']),
      themeL3Code: text(themes['theme_1_level_3_code']),
      themeL3Label: text(themes['theme_1_level_3_label']),
      mostSpecificThemeCode: text(themes['most_specific_theme_code']),
      mostSpecificThemeLabel: text(themes['most_specific_theme_label']),
    }
    return receiveArticle(article, { now })
  } catch (error) {
    if (error instanceof RowError) throw error
    if (error instanceof ZodError) throw new RowError(describeFaults(row, error), { cause: error })
    throw new RowError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}
