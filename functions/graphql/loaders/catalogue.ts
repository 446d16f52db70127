import { listAgencies } from '@pauta/core/agencies/queries'
import { listPopularTags } from '@pauta/core/analytics/rankings'
import { readRows, type Db } from '@pauta/platform/database/database'
import { memoize } from '@pauta/platform/memoize'
import type { SearchIndex } from '@pauta/core/search-index/client'
import { CATALOGUE_FACET_VALUES, countFacets, type FacetCount } from '@pauta/core/search-index/facets'
import { listThemes, readThemeCatalogue } from '@pauta/core/themes/queries'
import type { Theme } from '@pauta/core/themes/theme'
import { listWidgetOptions, type WidgetOptions } from '@pauta/core/widgets/widget'

/** Maximum number of tags in one answer. */
export const TAGS_MAX = 100

/** An agency with news; `code` is its key. */
interface AgencyInNews {
  code: string
  label: string
  isRepublisher: boolean
  /** False for an agency that only news named. */
  inCatalogue: boolean
}

/** The values that filters offer. Equal for everybody, and read by every page with a filter. */
export interface Catalogue {
  /** Returns level-1 themes with news, ordered by code. */
  listThemes(): Promise<Theme[]>
  /** Returns every theme of the catalogue, ordered by code. */
  listThemeTree(): Promise<Theme[]>
  /** Returns agencies with news, ordered by name. */
  listAgencies(): Promise<AgencyInNews[]>
  /** Returns the 100 most frequent tags with their number of articles, most frequent first. */
  listTags(): Promise<FacetCount[]>
  /** Returns codes of agencies and level-1 themes, most frequent first. */
  listWidgetOptions(): Promise<WidgetOptions>
}

/** Returns a catalogue, one per process. Each list is read at most once in `seconds`; with 0, every time. */
export function memoizeCatalogue({ db, index }: { db: Db; index: SearchIndex }, seconds: number): Catalogue {
  const valuesInNews = async (field: 'agency' | 'theme_l1_code') => {
    const { facets } = await countFacets(index, { facets: [field], maxValues: CATALOGUE_FACET_VALUES })
    return facets[field].map(({ value }) => value)
  }
  const readThemes = async () => {
    const codes = await valuesInNews('theme_l1_code')
    return await readRows(() => listThemes(db, codes))
  }
  const readAgencies = async () => {
    const keys = await valuesInNews('agency')
    const agencies = await readRows(() => listAgencies(db, keys))
    return agencies.map(({ key, name, isRepublisher, inCatalogue }) => ({
      code: key,
      label: name,
      isRepublisher,
      inCatalogue,
    }))
  }
  return {
    listThemes: memoize(readThemes, { seconds }),
    listThemeTree: memoize(async () => [...(await readRows(() => readThemeCatalogue(db))).values()], {
      seconds,
    }),
    listAgencies: memoize(readAgencies, { seconds }),
    listTags: memoize(() => listPopularTags(index, TAGS_MAX), { seconds }),
    listWidgetOptions: memoize(() => listWidgetOptions(index), { seconds }),
  }
}
