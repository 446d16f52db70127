import type { SearchIndex } from './client.ts'
import type { Filter } from './filter.ts'
import { NO_EXTRAS, type DocumentField } from './search.ts'

/** More values than there are agencies, or themes of one level. */
export const CATALOGUE_FACET_VALUES = 1000

/** Number of documents per value of a facet field. */
export interface FacetCount {
  value: string
  count: number
}

// The engine leaves values with equal counts in any order, which would reshuffle a page from request to request.
const names = new Intl.Collator('pt-BR')
const mostFirst = (a: FacetCount, b: FacetCount) => b.count - a.count || names.compare(a.value, b.value)

/**
 * Values of facet fields among the documents that pass a filter, most first and ties by value, and how many documents
 * pass it. With more than `maxValues` values the most frequent ones are given.
 */
export async function countFacets<Field extends DocumentField>(
  index: SearchIndex,
  request: { filter?: Filter; facets: readonly Field[]; maxValues: number },
): Promise<{ found: number; facets: Record<Field, FacetCount[]> }> {
  const answer = await index.search({
    q: '*',
    ...(request.filter === undefined ? {} : { filter_by: request.filter }),
    per_page: 0,
    facet_by: request.facets.join(','),
    max_facet_values: request.maxValues,
    ...NO_EXTRAS,
  })
  const counts = request.facets.map((field) => {
    const facet = answer.facet_counts?.find((entry) => entry.field_name === field)
    return [field, (facet?.counts ?? []).map(({ value, count }) => ({ value, count })).sort(mostFirst)]
  })
  return { found: answer.found, facets: Object.fromEntries(counts) as Record<Field, FacetCount[]> }
}
