import { parseWindow } from '@pauta/platform/time/time'
import { allOf, anyOf, equalsAny, within, type Filter } from './filter.ts'
import { withKeywords, withoutKeywords } from './keyword-filter.ts'

/**
 * Filters of article lists. Different filters are combined with AND, values of one filter with OR. Null restricts
 * nothing.
 */
export interface ArticleFilter {
  agencies?: readonly string[] | null | undefined
  /** Theme codes of any level. */
  themes?: readonly string[] | null | undefined
  tags?: readonly string[] | null | undefined
  /** First day or instant, as the caller wrote it. */
  startDate?: string | null | undefined
  /** Last day (included) or last instant (excluded). */
  endDate?: string | null | undefined
  /** Label of a level-1 theme. */
  themeLabel?: string | null | undefined
  dedup?: boolean | null | undefined
  /** Names as written in the text. */
  entities?: readonly string[] | null | undefined
  /** `positive`, `neutral`, `negative`. */
  sentiment?: readonly string[] | null | undefined
  /** Ids of the entity registry. */
  entityCanonical?: readonly string[] | null | undefined
  /** Articles with all words of one keyword in title or summary. */
  keywords?: readonly string[] | null | undefined
  /** Articles with none of these keywords in title or summary. */
  excludeKeywords?: readonly string[] | null | undefined
}

/** Returns a filter for theme codes on any level. */
export function themeFilter(codes: readonly string[] | null | undefined, argument: string): Filter {
  return anyOf(
    equalsAny('theme_l1_code', codes, argument),
    equalsAny('theme_l2_code', codes, argument),
    equalsAny('theme_l3_code', codes, argument),
  )
}

/** Returns the index filter of an ArticleFilter. Throws BAD_USER_INPUT or LIMIT_EXCEEDED naming the invalid field. */
export function articleFilter(filter: ArticleFilter | null | undefined): Filter {
  if (!filter) return undefined
  const label = filter.themeLabel?.trim()
  return allOf(
    equalsAny('agency', filter.agencies, 'filter.agencies'),
    themeFilter(filter.themes, 'filter.themes'),
    equalsAny('theme_l1_label', label ? [label] : null, 'filter.themeLabel'),
    equalsAny('tags', filter.tags, 'filter.tags'),
    equalsAny('entities', filter.entities, 'filter.entities'),
    equalsAny('entity_canonical', filter.entityCanonical, 'filter.entityCanonical'),
    equalsAny('sentiment_label', filter.sentiment, 'filter.sentiment'),
    withKeywords(filter.keywords, 'filter.keywords'),
    withoutKeywords(filter.excludeKeywords, 'filter.excludeKeywords'),
    within(
      'published_at',
      parseWindow(filter.startDate, filter.endDate, { start: 'filter.startDate', end: 'filter.endDate' }),
    ),
  )
}
