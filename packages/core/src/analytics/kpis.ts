import { within } from '../search-index/filter.ts'
import type { SearchIndex } from '../search-index/client.ts'
import { countFacets } from '../search-index/search.ts'
import { DAY_MS } from '../time.ts'

/** More values than there are agencies or level-1 themes. */
export const CATALOGUE_FACET_VALUES = 1000

export interface Kpis {
  total: number
  /** Level-1 themes and agencies with at least one article. */
  activeThemes: number
  activeAgencies: number
  /** Articles per day of the range, two decimals. */
  dailyAverage: number
}

/** Figures over the last `days` × 24 hours up to and including `now`. */
export async function readKpis(index: SearchIndex, days: number, now: Date): Promise<Kpis> {
  const { found, facets } = await countFacets(index, {
    filter: within('published_at', {
      from: new Date(now.getTime() - days * DAY_MS),
      to: new Date(now.getTime() + 1),
    }),
    facets: ['theme_l1_code', 'agency'],
    maxValues: CATALOGUE_FACET_VALUES,
  })
  return {
    total: found,
    activeThemes: facets.theme_l1_code.length,
    activeAgencies: facets.agency.length,
    dailyAverage: Math.round((found / days) * 100) / 100,
  }
}
