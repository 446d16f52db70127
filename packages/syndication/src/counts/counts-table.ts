import type { ArticleCounts, CountRequest } from '@pauta/core/analytics/article-counts'
import { COUNT_DIMENSION_NAMES, type CountDimension } from '@pauta/core/analytics/count-dimensions'
import { badInput } from '@pauta/platform/errors'
import { csvWriter } from '../exports/csv-writer.ts'
import { parseTableLocale, type TableLocale } from '../exports/table-locale.ts'
import { readWhole } from '../selection/read-whole.ts'
import { toArticleFilter } from '../selection/convert-selection.ts'
import { EVERYTHING, type Selection } from '../selection/selection.ts'
import { readQuery } from '../selection/url-grammar.ts'

/** A format of counts: the ending of their address. */
export const COUNTS_FORMATS = ['csv', 'json'] as const
export type CountsFormat = (typeof COUNTS_FORMATS)[number]

/** Media types by format. */
export const COUNTS_MEDIA_TYPES: Record<CountsFormat, string> = {
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json; charset=utf-8',
}

const ITEMS_DEFAULT = 50
/** As many as GraphQL's `articleCounts` returns. */
const ITEMS_MAX = 1000

/** Parts of a selection that change which rows a list has, or their order, and that counts cannot have. */
const UNCOUNTED = ['semantic', 'dedup', 'oneStoryPer', 'sort'] as const

/** A question in an address, and the form of its answer. */
export interface CountsAddress {
  selection: Selection
  request: CountRequest
  locale: TableLocale
}

function readDimension(text: string | undefined): CountDimension {
  const dimension = COUNT_DIMENSION_NAMES.find((one) => one === (text ?? 'DAY').toUpperCase())
  if (dimension !== undefined) return dimension
  throw badInput('by', `use um destes valores: ${COUNT_DIMENSION_NAMES.join(', ').toLowerCase()}.`)
}

/**
 * Reads a question from decoded query parameters: a selection, `by` (default `day`), `limit` (default 50, at most 1,000)
 * and `locale`. Throws BAD_USER_INPUT or LIMIT_EXCEEDED naming the parameter at fault.
 */
export function readCountsAddress(
  query: Iterable<readonly [string, string]>,
  format: CountsFormat,
): CountsAddress {
  const { selection, others } = readQuery(query, ['by', 'limit', 'locale'])
  for (const name of UNCOUNTED)
    if (selection[name] !== EVERYTHING[name])
      throw badInput(name, 'não vale em contagens: cada notícia é contada.')
  const limit = Math.min(readWhole(others.limit, 'limit', ITEMS_DEFAULT), ITEMS_MAX)
  const request = {
    query: selection.q,
    filter: toArticleFilter(selection),
    by: readDimension(others.by),
    limit,
  }
  return { selection, request, locale: parseTableLocale(others.locale, format) }
}

/** Writes counts as CSV with the columns key, label, count and share, or as one JSON object with the totals. */
export function writeCounts(
  counts: ArticleCounts,
  { format, by, locale }: { format: CountsFormat; by: CountDimension; locale: TableLocale },
): string {
  if (format === 'json') return `${JSON.stringify({ by: by.toLowerCase(), ...counts })}\n`
  const rows = counts.items.map(({ key, label, count, share }) => [key, label, count, share])
  return csvWriter(['key', 'label', 'count', 'share'], locale)(rows)
}
