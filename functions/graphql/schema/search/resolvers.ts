import { articleFilter } from '@pauta/core/articles/filter'
import { badInput, describeError } from '@pauta/core/errors'
import { searchDocuments } from '@pauta/core/search-index/search'
import type { AccessMap } from '../../access.ts'
import { pageArgument } from '../../arguments.ts'
import type { Context } from '../../context.ts'
import type { Resolvers } from '../../generated/resolvers-types.ts'
import { documentFields } from '../articles/fields.ts'

const PAGE_SIZE = 20
const DEFAULT_ALPHA = 0.3
const QUERY_MAX_CHARACTERS = 1000

export const access = { 'Query.search': 'public' } satisfies AccessMap

function queryArgument(query: string): string {
  const trimmed = query.trim()
  if (trimmed === '') throw badInput('query', 'informe o que procurar.')
  if (trimmed.length > QUERY_MAX_CHARACTERS) {
    throw badInput('query', `deve ter no máximo ${QUERY_MAX_CHARACTERS} caracteres.`)
  }
  return trimmed
}

function alphaArgument(alpha: number | null | undefined): number {
  const value = alpha ?? DEFAULT_ALPHA
  if (value < 0 || value > 1) throw badInput('alpha', 'deve ficar entre 0 e 1.')
  return value
}

/** The vector of a query, or undefined with a warning when the model does not answer: words still find something. */
async function embedQuery(
  query: string,
  { embedding, warnings, logger }: Context,
): Promise<Float32Array | undefined> {
  try {
    const [vector] = await embedding.embed([query])
    return vector
  } catch (error) {
    logger.warn({ cause: describeError(error) }, 'semantic search fell back to keywords')
    warnings.push('Busca semântica indisponível no momento: os resultados são da busca por palavras.')
    return undefined
  }
}

export const resolvers = {
  Query: {
    search: async (_, { query: text, filter, page, semantic, alpha, dedup, sort }, context, info) => {
      const query = queryArgument(text)
      const weight = semantic ? alphaArgument(alpha) : 0
      const vector = weight > 0 && query !== '*' ? await embedQuery(query, context) : undefined
      const found = await searchDocuments(context.index, {
        query,
        semantic: vector && { vector, alpha: weight },
        filter: articleFilter(filter),
        dedup: dedup || (filter?.dedup ?? false),
        order: sort ?? null,
        page: pageArgument(page, PAGE_SIZE),
        limit: PAGE_SIZE,
        fields: documentFields(info, 'articles'),
      })
      return { articles: found.documents, page, found: found.found }
    },
  },
} satisfies Resolvers
