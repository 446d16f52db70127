import { listTop } from '@pauta/core/analytics/rankings'
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

const LEVELS: readonly ThemeLevel[] = [1, 2, 3]

function levelArgument(level: number): ThemeLevel {
  const known = LEVELS.find((one) => one === level)
  if (known === undefined) throw badInput('level', 'deve ser 1, 2 ou 3.')
  return known
}

export const resolvers = {
  Query: {
    themes: (_, __, { catalogue }) => catalogue.listThemes(),
    themeTree: (_, __, { catalogue }) => catalogue.listThemeTree(),
    themeArticleCounts: async (_, { days, level }, { index, now }) => {
      const range = { days: daysArgument(days, 'days'), now }
      const themes = await listTop(index, `theme_l${levelArgument(level)}_code`, range)
      // Labels are null by contract: clients have them in their own configuration.
      return themes.map(({ value, count }) => ({ code: value, label: null, count }))
    },
  },
} satisfies Resolvers
