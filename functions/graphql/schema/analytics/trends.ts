import { ID_MAX_CHARACTERS } from '@pauta/core/articles/article-id'
import { listTrendingThemes } from '@pauta/core/analytics/trending-themes'
import { readRows } from '@pauta/platform/database/database'
import { listTrendingEntities } from '@pauta/core/analytics/trending-entities-store'
import { badInput } from '@pauta/platform/errors'
import { assertTextLength } from '@pauta/platform/input/text-input'
import { formatInstant } from '@pauta/platform/time/time'
import type { AccessMap } from '../../request/access.ts'
import { daysArgument, idArgument, limitArgument } from '../../request/arguments.ts'
import { warnOfUnknownAgencies } from '../../request/unknown-values.ts'
import type { QueryResolvers } from '../../generated/resolvers-types.ts'

const THEMES_MAX = 100
const ENTITIES_MAX = 50

export const access = {
  'Query.trendingThemes': 'public',
  'Query.trendingEntities': 'public',
} satisfies AccessMap

function minArticlesArgument(minArticles: number): number {
  if (minArticles < 0) throw badInput('minArticles', 'deve ser maior ou igual a 0.')
  return minArticles
}

export const queries = {
  trendingThemes: async (
    _,
    { windowDays, baselineDays, minArticles, growthThreshold, agencyKey: key, limit },
    context,
  ) => {
    const { index, now } = context
    assertTextLength(key ?? '', 'agencyKey', ID_MAX_CHARACTERS)
    const agencyKey = key?.trim()
    const themes = await listTrendingThemes(index, {
      windowDays: daysArgument(windowDays, 'windowDays'),
      baselineDays: daysArgument(baselineDays, 'baselineDays'),
      minArticles: minArticlesArgument(minArticles),
      growthThreshold,
      agencyKey: agencyKey ? idArgument(agencyKey, 'agencyKey') : undefined,
      limit: limitArgument(limit, THEMES_MAX),
      now,
    })
    if (agencyKey)
      await warnOfUnknownAgencies([agencyKey], context, { argument: 'agencyKey', match: 'INDEX' })
    return themes.map((theme) => ({
      ...theme,
      topArticles: theme.topArticles.map((article) => ({
        uniqueId: article.unique_id,
        title: article.title,
        agencyName: article.agency_name,
        publishedAt: formatInstant(new Date(article.published_at * 1000)),
        trendingScore: article.trending_score ?? null,
      })),
    }))
  },
  trendingEntities: async (_, { limit: most }, { db }) => {
    const limit = limitArgument(most, ENTITIES_MAX)
    const entities = await readRows(() => listTrendingEntities(db, limit))
    return entities.map((entity) => ({
      ...entity,
      computedAt: formatInstant(entity.computedAt),
      isNew: entity.baselineCount === null ? null : entity.baselineCount === 0,
    }))
  },
} satisfies QueryResolvers
