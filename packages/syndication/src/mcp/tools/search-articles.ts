import { ALPHA_RANGE } from '@pauta/core/search-index/search-by-meaning'
import * as z from 'zod'
import { ORDERS, parseSelection } from '../../selection/selection.ts'
import { toGraphql } from '../../selection/convert-selection.ts'
import { selectionFeed } from '../addresses.ts'
import { defineTool } from '../define-tool.ts'
import { articles, search } from '../generated/argument-texts.ts'
import { OperationError, readOperation } from '../operation.ts'
import {
  listedArticleData,
  LISTED_FIELDS,
  listedArticleShape,
  numberShape,
  showListed,
  optionalText,
  warningsShape,
} from '../tool-schemas.ts'
import { dedupShape, filterShapes, wordsShape } from './filter-shapes.ts'

const ARTICLES_MAX = 100
const ARTICLES_DEFAULT = 10
const PAGE_MAX = 10_000

// An argument that differs from GraphQL's, such as q, which may be missing, has a text of its own.
const input = z.strictObject({
  q: wordsShape.describe(
    'Palavras a procurar no texto inteiro. Poucas palavras acham mais. Sem q: todas as notícias do filtro.',
  ),
  semantic: z.boolean().optional().describe(search.semantic),
  alpha: numberShape(ALPHA_RANGE).optional().describe(`${search.alpha} Só com semantic.`),
  ...filterShapes,
  dedup: dedupShape(true, 'cada texto vem uma vez.'),
  sort: z
    .enum(ORDERS)
    .optional()
    .describe('Ordem. Padrão: RELEVANCE com q, DATE (a mais recente primeiro) sem q.'),
  page: z.int().min(1).max(PAGE_MAX).default(1).describe(articles.page),
  limit: z
    .int()
    .min(0)
    .max(ARTICLES_MAX)
    .default(ARTICLES_DEFAULT)
    .describe('Notícias por página: padrão 10, máximo 100. 0 devolve só a contagem.'),
})

const output = z.object({
  found: z.number().describe('Notícias que o filtro encontra ao todo; com dedup, cada texto conta uma vez'),
  page: z.number(),
  nextPage: z.number().optional().describe('Próxima página; falta na última'),
  articles: z.array(listedArticleShape),
  feed: optionalText.describe('Endereço do feed RSS da mesma busca; falta para um filtro longo demais'),
  warnings: warningsShape,
})

const SEARCH = `query McpSearch($query: String!, $filter: ArticleFilter, $sort: ArticleSort, $semantic: Boolean!, $alpha: Float, $page: Int!, $limit: Int!) {
  found: search(query: $query, filter: $filter, sort: $sort, semantic: $semantic, alpha: $alpha, page: $page, limit: $limit) {
    found articles { ${LISTED_FIELDS} }
  }
}`
const LIST = `query McpList($filter: ArticleFilter, $sort: ArticleSort, $page: Int!, $limit: Int!) {
  found: articles(filter: $filter, sort: $sort, page: $page, limit: $limit) { found articles { ${LISTED_FIELDS} } }
}`

/** Throws OperationError BAD_USER_INPUT for an argument that would have no effect, as addresses of filters do. */
function assertEffective({ q, semantic, alpha }: z.output<typeof input>): void {
  if (semantic && !q?.trim()) throw new OperationError('BAD_USER_INPUT', 'semantic: informe também q.')
  if (alpha !== undefined && !semantic)
    throw new OperationError('BAD_USER_INPUT', 'alpha: informe também semantic true.')
}

/** The last row of a list that can be read. */
const DEEPEST_ROW = 10_000

export const searchArticles = defineTool({
  name: 'search_articles',
  title: 'Buscar notícias',
  description:
    'Busca e lista notícias publicadas pelos órgãos do governo federal do Brasil, com fonte (url) e data. Todos os ' +
    'filtros são opcionais e se combinam: um valor de cada filtro. Para “o que o órgão X publicou sobre Y nesta ' +
    'semana”, obtenha a chave do órgão com list_agencies e chame com agencies, q e startDate. Cite sempre a url. Cada ' +
    'notícia tem cerca de 600 caracteres: peça 10 e mais páginas se precisar. Para quantidades, use count_articles.',
  input,
  output,
  async run(args, { execute, baseUrl }) {
    assertEffective(args)
    const { page, limit, ...filters } = args
    const sort = filters.sort ?? (filters.q === undefined ? 'DATE' : 'RELEVANCE')
    const selection = parseSelection({ ...filters, sort })
    const operation = toGraphql(selection)
    const { data, warnings } = await readOperation(execute, {
      query: operation.query ? SEARCH : LIST,
      variables: { ...operation, page, limit },
      data: z.object({ found: z.object({ found: z.number(), articles: z.array(listedArticleData) }) }),
    })
    const { found, articles } = data.found
    const hasNext = limit > 0 && page * limit < found && (page + 1) * limit <= DEEPEST_ROW
    return {
      found,
      page,
      nextPage: hasNext ? page + 1 : null,
      articles: articles.map((article) => showListed(article, baseUrl)),
      feed: selectionFeed(selection, baseUrl),
      warnings,
    }
  },
})
