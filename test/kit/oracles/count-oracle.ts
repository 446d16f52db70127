// Counts of a question, computed from the rows of an export by plain loops, without code of the service.
import { parse } from 'csv-parse/sync'
import { dayOf } from './oracle.ts'

/** What an export tells of an article, as far as one can count by it. */
export interface ExportedRow {
  agency: string
  theme: string
  states: string[]
  entities: string[]
  sentiment: string
  /** Local day, `YYYY-MM-DD`. */
  day: string
  words: Set<string>
}

/** A question: words, and values of which an article has one each. */
export interface CountQuestion {
  /** An article has all of them. */
  words: string[]
  agencies: string[]
  themes: string[]
  states: string[]
  entityCanonical: string[]
  sentiment: string[]
  startDate?: string
  endDate?: string
}

export interface ExpectedCounts {
  found: number
  total: number
  /** Number of articles and share by key. */
  items: Map<string, { count: number; share: number }>
}

const listOf = (cell: string) => (cell === '' ? [] : cell.split('; '))

/** Reads the rows of `/export/articles.csv`. */
export function readExport(csv: string): ExportedRow[] {
  const rows = parse<Record<string, string>>(csv, { bom: true, columns: true })
  return rows.map((row) => ({
    agency: row['agency'] ?? '',
    theme: row['theme_1_level_1_code'] ?? '',
    states: listOf(row['states'] ?? ''),
    entities: listOf(row['entity_ids'] ?? ''),
    sentiment: row['sentiment'] ?? '',
    day: dayOf(new Date(row['published_at'] ?? '')),
    words: new Set(`${row['title']} ${row['content']}`.toLowerCase().match(/\p{L}+/gu)),
  }))
}

/** The Monday of the week of a day. */
function mondayOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 10)
}

/** The keys of an article by each dimension of `articleCounts`. */
export const KEYS = {
  DAY: ({ day }) => [day],
  WEEK: ({ day }) => [mondayOf(day)],
  MONTH: ({ day }) => [`${day.slice(0, 7)}-01`],
  AGENCY: ({ agency }) => [agency],
  THEME: ({ theme }) => (theme === '' ? [] : [theme]),
  STATE: ({ states }) => states,
  ENTITY: ({ entities }) => entities,
  SENTIMENT: ({ sentiment }) => (sentiment === '' ? [] : [sentiment]),
} satisfies Record<string, (row: ExportedRow) => string[]>

export type Dimension = keyof typeof KEYS

const hasOne = (wanted: readonly string[], values: readonly string[]) =>
  wanted.length === 0 || values.some((value) => wanted.includes(value))

const isWithin = ({ day }: ExportedRow, { startDate = '', endDate = '9999' }: CountQuestion) =>
  day >= startDate && day <= endDate

const answers = (row: ExportedRow, question: CountQuestion) =>
  isWithin(row, question) &&
  question.words.every((word) => row.words.has(word)) &&
  hasOne(question.agencies, [row.agency]) &&
  hasOne(question.themes, [row.theme]) &&
  hasOne(question.states, row.states) &&
  hasOne(question.entityCanonical, row.entities) &&
  hasOne(question.sentiment, [row.sentiment])

function tally(rows: readonly ExportedRow[], by: Dimension): Map<string, number> {
  const counts = new Map<string, number>()
  for (const row of rows) for (const key of KEYS[by](row)) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/** Returns what a question finds by a dimension. A share is of all articles of the key in the days of the question. */
export function countRows(
  rows: readonly ExportedRow[],
  question: CountQuestion,
  by: Dimension,
): ExpectedCounts {
  const period = rows.filter((row) => isWithin(row, question))
  const found = rows.filter((row) => answers(row, question))
  const wholes = tally(period, by)
  const items = [...tally(found, by)].map(
    ([key, count]) => [key, { count, share: count / (wholes.get(key) ?? 0) }] as const,
  )
  return { found: found.length, total: period.length, items: new Map(items) }
}

/**
 * Returns a question without its second word when no article has both: the engine then leaves out words by rules of its
 * own.
 */
export const withFoundWords = (rows: readonly ExportedRow[], question: CountQuestion): CountQuestion =>
  rows.some((row) => answers(row, question)) ? question : { ...question, words: question.words.slice(0, 1) }
