import { compareNames } from '@pauta/platform/text/portuguese'
import type { IndexSearch, SearchIndex } from './client.ts'
import type { IndexAnswer } from './index-answer.ts'
import type { Filter } from './filter.ts'
import { readQuery } from './query.ts'
import { NO_EXTRAS, wordParameters, type DocumentField } from './search.ts'

/** More values than the number of agencies, or of themes of one level. */
export const CATALOGUE_FACET_VALUES = 1000

/** Number of documents per value of a facet field. */
export interface FacetCount {
  value: string
  count: number
}

// The engine returns values with equal counts in any order, which may differ between requests.
const mostFirst = (a: FacetCount, b: FacetCount) => b.count - a.count || compareNames(a.value, b.value)

export interface FacetRequest<Field extends DocumentField> {
  /** Words, as in a search without meaning. `*` and a missing query match all documents. */
  query?: string
  filter?: Filter
  facets: readonly Field[]
  maxValues: number
  /**
   * Returns only values of the single facet in which every word of this prefix begins a word, ignoring case and
   * accents.
   */
  prefix?: string
  /** False returns the values in any order, for a caller that orders them itself. Default true. */
  isSorted?: boolean
}

/** The number of documents that match a filter, in total and per value. */
export interface FacetCounts<Field extends DocumentField> {
  found: number
  facets: Record<Field, FacetCount[]>
}

function counting<Field extends DocumentField>(request: FacetRequest<Field>): IndexSearch {
  const { query = '*', filter, facets, maxValues, prefix } = request
  return {
    ...(filter === undefined ? {} : { filter_by: filter }),
    ...(query === '*' ? { q: query } : wordParameters(readQuery(query))),
    per_page: 0,
    facet_by: facets.join(','),
    max_facet_values: maxValues,
    ...(prefix === undefined ? {} : { facet_query: `${facets[0]}:${prefix}`, facet_query_num_typos: 0 }),
    ...NO_EXTRAS,
  }
}

function toCounts<Field extends DocumentField>(
  answer: IndexAnswer,
  { facets, isSorted = true }: Pick<FacetRequest<Field>, 'facets' | 'isSorted'>,
): FacetCounts<Field> {
  const counts = facets.map((field) => {
    const facet = answer.facet_counts?.find((entry) => entry.field_name === field)
    const values = (facet?.counts ?? []).map(({ value, count }) => ({ value, count }))
    return [field, isSorted ? values.sort(mostFirst) : values]
  })
  return { found: answer.found, facets: Object.fromEntries(counts) as Record<Field, FacetCount[]> }
}

/**
 * Counts the values of facet fields among the documents of a filter, most first and ties by value, and the documents
 * themselves. Above `maxValues` values, returns the most frequent ones.
 */
export async function countFacets<Field extends DocumentField>(
  index: SearchIndex,
  request: FacetRequest<Field>,
): Promise<FacetCounts<Field>> {
  return toCounts(await index.search(counting(request)), request)
}

/** Runs several counts in one request to the index and returns them in order. */
export async function countFacetsEach<Field extends DocumentField>(
  index: SearchIndex,
  requests: readonly FacetRequest<Field>[],
): Promise<FacetCounts<Field>[]> {
  const answers = await index.searchAll(requests.map(counting))
  return answers.map((answer, position) => toCounts(answer, requests[position] ?? { facets: [] }))
}
