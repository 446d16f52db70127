import {
  ARTICLE_FILTERS,
  FILTER_NAMES,
  filtersOfKind,
  type FilterDeclaration,
  type FilterName,
} from '@pauta/core/search-index/article-filter'
import { localDay } from '@pauta/platform/time/time'
import type { Selection } from './selection.ts'

const ORDERS = { DATE: '', RELEVANCE: '', TRENDING: 'em alta', VIEWS: 'mais vistas' } as const
const VALUES_MAX = 5

function enumerate(values: readonly string[]): string {
  const rest = values.length - VALUES_MAX
  return values.slice(0, VALUES_MAX).join(', ') + (rest > 0 ? ` e mais ${rest}` : '')
}

const day = (text: string): string => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? text : localDay(new Date(text)))

/** Returns '' for a filter that restricts nothing, and for a switch. `value` has the kind of the filter. */
function describeFilter(filter: FilterDeclaration, value: Selection[FilterName]): string {
  if (value === null || filter.kind === 'switch') return ''
  switch (filter.kind) {
    case 'number':
      return filter.title(value as number)
    case 'text':
      return `${filter.title} ${value as string}`
    case 'day':
      return `${filter.title} ${day(value as string)}`
    case 'list':
    case 'keywords':
    default: {
      const values = (value as string[]).map((one) => filter.valueTitles?.[one] ?? one)
      return values.length === 0 ? '' : `${filter.title} ${enumerate(values)}`
    }
  }
}

/** All filters in the order of titles: keywords first, then those of addresses. */
const DESCRIBED = new Set<FilterName>([...filtersOfKind('keywords'), ...FILTER_NAMES])

/** Returns a selection in Portuguese, for titles: `vacina · órgãos saude, mec`. '' for all articles. */
export function describeSelection(selection: Selection): string {
  const filters = [...DESCRIBED].map((name) => describeFilter(ARTICLE_FILTERS[name], selection[name]))
  return [selection.q ?? '', ...filters, ORDERS[selection.sort]].filter((part) => part !== '').join(' · ')
}
