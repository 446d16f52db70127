import { compareNames } from '@pauta/platform/text/portuguese'
import type { IndexAnswer, IndexSearch, SearchIndex } from './client.ts'
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
const mostFirst = (a: FacetCount, b: FacetCount) => b.count - a.count || compareNames(a.value, b.value)

export interface FacetRequest<Field extends DocumentField> {
  filter?: Filter
  facets: readonly Field[]
  maxValues: number
  /** Only values of the one facet in which every word of this is the beginning of a word, case and accents aside. */
  prefix?: string
}

/** How many documents pass a filter, and how many of them have each value. */
export interface FacetCounts<Field extends DocumentField> {
  found: number
  facets: Record<Field, FacetCount[]>
}

function counting<Field extends DocumentField>(request: FacetRequest<Field>): IndexSearch {
  const { filter, facets, maxValues, prefix } = request
  return {
    q: '*',
    ...(filter === undefined ? {} : { filter_by: filter }),
    per_page: 0,
    facet_by: facets.join(','),
    max_facet_values: maxValues,
    ...(prefix === undefined ? {} : { facet_query: `${facets[0]}:${prefix}`, facet_query_num_typos: 0 }),
    ...NO_EXTRAS,
  }
}

function toCounts<Field extends DocumentField>(
  answer: IndexAnswer,
  fields: readonly Field[],
): FacetCounts<Field> {
  const counts = fields.map((field) => {
    const facet = answer.facet_counts?.find((entry) => entry.field_name === field)
    return [field, (facet?.counts ?? []).map(({ value, count }) => ({ value, count })).sort(mostFirst)]
  })
  return { found: answer.found, facets: Object.fromEntries(counts) as Record<Field, FacetCount[]> }
}

/**
 * Values of facet fields among the documents that pass a filter, most first and ties by value, and how many documents
 * pass it. With more than `maxValues` values the most frequent ones are given.
 */
export async function countFacets<Field extends DocumentField>(
  index: SearchIndex,
  request: FacetRequest<Field>,
): Promise<FacetCounts<Field>> {
  return toCounts(await index.search(counting(request)), request.facets)
}

/** Several such counts in one request to the index, in their order. */
export async function countFacetsEach<Field extends DocumentField>(
  index: SearchIndex,
  requests: readonly FacetRequest<Field>[],
): Promise<FacetCounts<Field>[]> {
  const answers = await index.searchAll(requests.map(counting))
  return answers.map((answer, position) => toCounts(answer, requests[position]?.facets ?? []))
}
