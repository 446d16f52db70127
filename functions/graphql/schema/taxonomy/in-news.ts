import { listAgencies } from '@pauta/core/agencies/queries'
import { readRows } from '@pauta/core/database'
import { CATALOGUE_FACET_VALUES, countFacets } from '@pauta/core/search-index/facets'
import { listThemes } from '@pauta/core/themes/queries'
import type { Theme } from '@pauta/core/themes/theme'
import type { Context } from '../../context.ts'

async function valuesInNews(field: 'agency' | 'theme_l1_code', { index }: Context): Promise<string[]> {
  const { facets } = await countFacets(index, { facets: [field], maxValues: CATALOGUE_FACET_VALUES })
  return facets[field].map(({ value }) => value)
}

/** Level-1 themes that have news, by code. */
export async function listThemesInNews(context: Context): Promise<Theme[]> {
  const codes = await valuesInNews('theme_l1_code', context)
  return await readRows(() => listThemes(context.db, codes))
}

/** Agencies that have news, by name; their key is their code. */
export async function listAgenciesInNews(
  context: Context,
): Promise<{ code: string; label: string; isRepublisher: boolean }[]> {
  const keys = await valuesInNews('agency', context)
  const agencies = await readRows(() => listAgencies(context.db, keys))
  return agencies
    .map(({ key, name, isRepublisher }) => ({ code: key, label: name, isRepublisher }))
    .sort((a, b) => a.label.localeCompare(b.label, 'pt-BR'))
}
