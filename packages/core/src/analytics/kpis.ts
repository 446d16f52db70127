import { within } from '../search-index/filter.ts'
import type { SearchIndex } from '../search-index/client.ts'
import { CATALOGUE_FACET_VALUES, countFacets } from '../search-index/facets.ts'
import { lastDays } from '@pauta/platform/time/time'

export interface Kpis {
  total: number
  /** Level-1 themes and agencies with at least one article. */
  activeThemes: number
  activeAgencies: number
  /** Articles per day of the range, two decimals. */
  dailyAverage: number
}

/** Returns figures of the last `days` × 24 hours up to and including `now`. */
export async function readKpis(index: SearchIndex, days: number, now: Date): Promise<Kpis> {
  const { found, facets } = await countFacets(index, {
    filter: within('published_at', lastDays(days, now)),
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
