import { articleFilter } from '../search-index/article-filter.ts'
import { limitExceeded } from '@pauta/platform/errors'
import type { SearchIndex } from '../search-index/client.ts'
import { CATALOGUE_FACET_VALUES, countFacets } from '../search-index/facets.ts'
import type { Filter } from '../search-index/filter.ts'

/** Most agencies and themes of one widget. */
export const WIDGET_MAX_AGENCIES = 200
export const WIDGET_MAX_THEMES = 50

/**
 * Options of a widget: codes with news, most articles first, ties by code. The lists are cut to the limits of a widget.
 */
export interface WidgetOptions {
  agencies: string[]
  /** Level-1 theme codes. */
  themes: string[]
}

export async function listWidgetOptions(index: SearchIndex): Promise<WidgetOptions> {
  const { facets } = await countFacets(index, {
    facets: ['agency', 'theme_l1_code'],
    maxValues: CATALOGUE_FACET_VALUES,
  })
  return {
    agencies: facets.agency.slice(0, WIDGET_MAX_AGENCIES).map(({ value }) => value),
    themes: facets.theme_l1_code.slice(0, WIDGET_MAX_THEMES).map(({ value }) => value),
  }
}

/**
 * Returns the filter of a widget: articles of any of its agencies and any of its themes, on any level. An empty list
 * restricts nothing. Throws LIMIT_EXCEEDED naming the list that is too long.
 */
export function widgetFilter({
  agencies,
  themes,
}: {
  agencies: readonly string[]
  themes: readonly string[]
}): Filter {
  if (agencies.length > WIDGET_MAX_AGENCIES)
    throw limitExceeded('config.agencies', `no máximo ${WIDGET_MAX_AGENCIES} órgãos por widget.`)
  if (themes.length > WIDGET_MAX_THEMES)
    throw limitExceeded('config.themes', `no máximo ${WIDGET_MAX_THEMES} temas por widget.`)
  return articleFilter({ agencies, themes }, { prefix: 'config.' })
}
