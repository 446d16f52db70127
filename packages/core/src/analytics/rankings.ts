import type { SearchIndex } from '../search-index/client.ts'
import { CATALOGUE_FACET_VALUES, countFacets, type FacetCount } from '../search-index/facets.ts'
import { within } from '../search-index/filter.ts'
import { lastDays } from '@pauta/platform/time/time'
import type { ThemeLevel } from '../themes/theme.ts'

type CountedField = 'theme_l1_label' | 'agency_name' | 'states' | `theme_l${ThemeLevel}_code`

/** Returns values of a field by their articles of the last `days` × 24 hours, most first, ties by value; without a limit all. */
export async function listTop(
  index: SearchIndex,
  field: CountedField,
  { days, now, limit }: { days: number; now: Date; limit?: number },
): Promise<FacetCount[]> {
  const filter = within('published_at', lastDays(days, now))
  const { facets } = await countFacets(index, { filter, facets: [field], maxValues: CATALOGUE_FACET_VALUES })
  return facets[field].slice(0, limit)
}

/** Returns tags of all news by their articles, most first, ties by tag. */
export async function listPopularTags(index: SearchIndex, limit: number): Promise<FacetCount[]> {
  // Reads more values than needed, so that ties at the limit are broken here, always in the same way.
  const { facets } = await countFacets(index, { facets: ['tags'], maxValues: CATALOGUE_FACET_VALUES })
  return facets.tags.slice(0, limit)
}
