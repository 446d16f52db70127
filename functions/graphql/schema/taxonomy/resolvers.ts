import { listAgencies } from '@pauta/core/agencies/queries'
import { listPopularTags, listThemeCounts } from '@pauta/core/analytics/rankings'
import { readRows } from '@pauta/core/database'
import { badInput } from '@pauta/core/errors'
import { CATALOGUE_FACET_VALUES, countFacets } from '@pauta/core/search-index/facets'
import { listThemes } from '@pauta/core/themes/queries'
import type { ThemeLevel } from '@pauta/core/themes/theme'
import type { AccessMap } from '../../access.ts'
import { daysArgument, limitArgument } from '../../arguments.ts'
import type { Context } from '../../context.ts'
import type { Resolvers } from '../../generated/resolvers-types.ts'

const TAGS_DEFAULT = 20
const TAGS_MAX = 100

export const access = {
  'Query.themes': 'public',
  'Query.agencies': 'public',
  'Query.popularTags': 'public',
  'Query.themeArticleCounts': 'public',
} satisfies AccessMap

async function valuesInNews(field: 'agency' | 'theme_l1_code', { index }: Context): Promise<string[]> {
  const { facets } = await countFacets(index, { facets: [field], maxValues: CATALOGUE_FACET_VALUES })
  return facets[field].map(({ value }) => value)
}

function levelArgument(level: number): ThemeLevel {
  if (level === 1 || level === 2 || level === 3) return level
  throw badInput('level', 'deve ser 1, 2 ou 3.')
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
    popularTags: async (_, { limit }, { index }) => {
      const tags = await listPopularTags(index, limitArgument(limit ?? TAGS_DEFAULT, TAGS_MAX))
      return tags.map(({ value, count }) => ({ label: value, count }))
    },
    themeArticleCounts: async (_, { days, level }, { index, now }) => {
      const range = { days: daysArgument(days, 'days'), level: levelArgument(level), now }
      const themes = await listThemeCounts(index, range)
      // Labels are null by contract: clients take them from their own configuration.
      return themes.map(({ value, count }) => ({ code: value, label: null, count }))
    },
  },
} satisfies Resolvers
