import { listAgencies } from '@pauta/core/agencies/queries'
import { readRows } from '@pauta/core/database'
import { CATALOGUE_FACET_VALUES } from '@pauta/core/analytics/kpis'
import { countFacets } from '@pauta/core/search-index/search'
import { listThemes } from '@pauta/core/themes/queries'
import type { AccessMap } from '../../access.ts'
import type { Context } from '../../context.ts'
import type { Resolvers } from '../../generated/resolvers-types.ts'

export const access = { 'Query.themes': 'public', 'Query.agencies': 'public' } satisfies AccessMap

async function valuesInNews(field: 'agency' | 'theme_l1_code', { index }: Context): Promise<string[]> {
  const { facets } = await countFacets(index, { facets: [field], maxValues: CATALOGUE_FACET_VALUES })
  return facets[field].map(({ value }) => value)
}

export const resolvers = {
  Query: {
    themes: async (_, __, context) => {
      const codes = await valuesInNews('theme_l1_code', context)
      return await readRows(() => listThemes(context.db, codes))
    },
    agencies: async (_, __, context) => {
      const keys = await valuesInNews('agency', context)
      const agencies = await readRows(() => listAgencies(context.db, keys))
      return agencies
        .map(({ key, name, isRepublisher }) => ({ code: key, label: name, isRepublisher }))
        .sort((a, b) => a.label.localeCompare(b.label, 'pt-BR'))
    },
  },
} satisfies Resolvers
