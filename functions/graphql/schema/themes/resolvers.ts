import { listThemeCounts } from '@pauta/core/analytics/rankings'
import { badInput } from '@pauta/platform/errors'
import type { ThemeLevel } from '@pauta/core/themes/theme'
import type { AccessMap } from '../../request/access.ts'
import { daysArgument } from '../../request/arguments.ts'
import type { Resolvers } from '../../generated/resolvers-types.ts'

export const access = {
  'Query.themes': 'public',
  'Query.themeTree': 'public',
  'Query.themeArticleCounts': 'public',
} satisfies AccessMap

function levelArgument(level: number): ThemeLevel {
  if (level === 1 || level === 2 || level === 3) return level
  throw badInput('level', 'deve ser 1, 2 ou 3.')
}

export const resolvers = {
  Query: {
    themes: (_, __, { catalogue }) => catalogue.listThemes(),
    themeTree: (_, __, { catalogue }) => catalogue.listThemeTree(),
    themeArticleCounts: async (_, { days, level }, { index, now }) => {
      const range = { days: daysArgument(days, 'days'), level: levelArgument(level), now }
      const themes = await listThemeCounts(index, range)
      // Labels are null by contract: clients have them in their own configuration.
      return themes.map(({ value, count }) => ({ code: value, label: null, count }))
    },
  },
} satisfies Resolvers
