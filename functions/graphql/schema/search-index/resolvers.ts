import { articleFilter, isGrouped } from '@pauta/core/search-index/article-filter'
import { badInput } from '@pauta/platform/errors'
import { listRelated } from '@pauta/core/search-index/related'
import {
  listDocuments,
  searchDocuments,
  type DocumentPage,
  type TextSearch,
} from '@pauta/core/search-index/search'
import { numberInRange } from '@pauta/platform/input/number-input'
import { ALPHA_RANGE, DEFAULT_ALPHA, searchByMeaning } from '@pauta/core/search-index/search-by-meaning'
import { listSuggestions } from '@pauta/core/search-index/suggestions'
import type { AccessMap } from '../../request/access.ts'
import {
  articleIdArgument,
  limitArgument,
  pageArgument,
  pageSizeArgument,
  queryArgument,
} from '../../request/arguments.ts'
import type { Context } from '../../request/context.ts'
import { warnOfUnknownValues } from '../../request/unknown-values.ts'
import type { Resolvers } from '../../generated/resolvers-types.ts'
import { listedFields } from '../articles/fields.ts'

const PAGE_MAX = 100
const RELATED_MAX = 100
const RELATED_BY_THEME =
  'Semelhança indisponível até o índice ser refeito com o modelo atual: os artigos foram escolhidos pelo tema.'

export const access = {
  'Query.search': 'public',
  'Query.searchSuggestions': 'public',
  'Query.relatedArticles': 'public',
} satisfies AccessMap

const alphaArgument = (alpha: number | null | undefined): number =>
  numberInRange(alpha ?? DEFAULT_ALPHA, 'alpha', ALPHA_RANGE)

/** Returns a page of a search; of a list, newest first, where there are no words to search for. */
async function findPage(request: TextSearch, weight: number, context: Context): Promise<DocumentPage> {
  if (request.query === '' || request.query === '*') return await listDocuments(context.index, request)
  return weight > 0
    ? await searchByMeaning(request, weight, context)
    : await searchDocuments(context.index, request)
}

export const resolvers = {
  Query: {
    search: async (
      _,
      { query: text, filter, page, semantic, alpha, dedup, sort, limit: most },
      context,
      info,
    ) => {
      const query = queryArgument(text)
      const limit = pageSizeArgument(most, PAGE_MAX)
      const selected = articleFilter(filter)
      if (query === '' && selected === undefined)
        throw badInput('query', 'informe o que procurar, ou um filtro.')
      const weight = semantic ? alphaArgument(alpha) : 0
      const request = {
        query,
        filter: selected,
        dedup: dedup || isGrouped(filter),
        order: sort ?? null,
        page: pageArgument(page, limit),
        limit,
        fields: listedFields(info, 'articles'),
      }
      const { documents, found } = await findPage(request, weight, context)
      await warnOfUnknownValues(filter, context, { found })
      return { articles: documents, page, found }
    },
    searchSuggestions: (_, { query }, { index }) => listSuggestions(index, queryArgument(query)),
    relatedArticles: async (_, { uniqueId, limit }, context, info) => {
      const { db, index, liveModel, embedding, warnings } = context
      const { documents, comparable } = await listRelated(
        { db, index, liveModel, model: embedding.name },
        {
          uniqueId: articleIdArgument(uniqueId, 'uniqueId'),
          limit: limitArgument(limit, RELATED_MAX),
          fields: listedFields(info),
        },
      )
      if (!comparable) warnings.push(RELATED_BY_THEME)
      return documents
    },
  },
  SearchSuggestion: {
    uniqueId: (document) => document.unique_id,
  },
} satisfies Resolvers
