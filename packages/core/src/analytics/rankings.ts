import type { SearchIndex } from '../search-index/client.ts'
import { CATALOGUE_FACET_VALUES, countFacets, type FacetCount } from '../search-index/facets.ts'
import { within } from '../search-index/filter.ts'
import { lastDays } from '@pauta/platform/time/time'
import type { ThemeLevel } from '../themes/theme.ts'

type CountedField = 'theme_l1_label' | 'agency_name' | 'states' | `theme_l${ThemeLevel}_code`

async function countLastDays(
  index: SearchIndex,
  field: CountedField,
  { days, now }: { days: number; now: Date },
): Promise<FacetCount[]> {
  const filter = within('published_at', lastDays(days, now))
  const { facets } = await countFacets(index, { filter, facets: [field], maxValues: CATALOGUE_FACET_VALUES })
  return facets[field]
}

/** Returns labels of level-1 themes by their articles of the last `days` × 24 hours, most first, ties by label. */
export async function listTopThemes(
  index: SearchIndex,
  range: { days: number; now: Date; limit: number },
): Promise<FacetCount[]> {
  return (await countLastDays(index, 'theme_l1_label', range)).slice(0, range.limit)
}

/** Returns official names of agencies by their articles of the last `days` × 24 hours, most first, ties by name. */
export async function listTopAgencies(
  index: SearchIndex,
  range: { days: number; now: Date; limit: number },
): Promise<FacetCount[]> {
  return (await countLastDays(index, 'agency_name', range)).slice(0, range.limit)
}

/** Returns codes of states by the articles of the last `days` × 24 hours that name them, most first, ties by code. */
export async function listTopStates(
  index: SearchIndex,
  range: { days: number; now: Date; limit: number },
): Promise<FacetCount[]> {
  return (await countLastDays(index, 'states', range)).slice(0, range.limit)
}

/** Returns the theme codes of a level with articles in the last `days` × 24 hours, most first, ties by code. */
export async function listThemeCounts(
  index: SearchIndex,
  range: { days: number; now: Date; level: ThemeLevel },
): Promise<FacetCount[]> {
  return await countLastDays(index, `theme_l${range.level}_code`, range)
}

/** Returns tags of all news by their articles, most first, ties by tag. */
export async function listPopularTags(index: SearchIndex, limit: number): Promise<FacetCount[]> {
  // Reads more values than needed, so that ties at the limit are broken here, always in the same way.
  const { facets } = await countFacets(index, { facets: ['tags'], maxValues: CATALOGUE_FACET_VALUES })
  return facets.tags.slice(0, limit)
}
