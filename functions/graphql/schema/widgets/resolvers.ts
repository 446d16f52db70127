import { listDocuments } from '@pauta/core/search-index/search'
import { widgetFilter } from '@pauta/core/widgets/widget'
import type { AccessMap } from '../../request/access.ts'
import { pageArgument, pageSizeArgument } from '../../request/arguments.ts'
import { warnOfUnknownValues } from '../../request/unknown-values.ts'
import type { Resolvers } from '../../generated/resolvers-types.ts'
import { listedFields } from '../articles/fields.ts'

const ARTICLES_MAX = 50

export const access = { 'Query.widgetConfig': 'public', 'Query.widgetArticles': 'public' } satisfies AccessMap
export const resolvers = {
  Query: {
    widgetConfig: (_, __, { catalogue }) => catalogue.listWidgetOptions(),
    widgetArticles: async (_, { config, page: asked }, context, info) => {
      const limit = pageSizeArgument(config.articlesPerPage, ARTICLES_MAX, 'config.articlesPerPage')
      const page = pageArgument(asked, limit)
      const { documents, found } = await listDocuments(context.index, {
        filter: widgetFilter(config),
        page,
        limit,
        fields: listedFields(info, 'articles'),
      })
      await warnOfUnknownValues(config, context, { found })
      return { articles: documents, pagination: { page, limit, total: found, hasMore: page * limit < found } }
    },
  },
} satisfies Resolvers
