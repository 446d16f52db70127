import * as z from 'zod'
import { ORDERS, parseSelection } from '../../selection/selection.ts'
import { toGraphql } from '../../selection/convert-selection.ts'
import { selectionFeed } from '../addresses.ts'
import { defineTool } from '../define-tool.ts'
import { OperationError, readOperation } from '../operation.ts'
import {
  listedArticleData,
  LISTED_FIELDS,
  listedArticleShape,
  showListed,
  textOrNull,
  warningsShape,
} from '../shapes.ts'

const ARTICLES_MAX = 100
const ARTICLES_DEFAULT = 10
const PAGE_MAX = 10_000
const VALUES_MAX = 200
const VALUE_MAX_CHARACTERS = 300
const KEYWORDS_MAX = 50
const KEYWORD_MAX_CHARACTERS = 100
const Q_MAX_CHARACTERS = 1000

const values = (what: string) =>
  z.array(z.string().max(VALUE_MAX_CHARACTERS)).max(VALUES_MAX).optional().describe(what)
const keywords = (what: string) =>
  z.array(z.string().max(KEYWORD_MAX_CHARACTERS)).max(KEYWORDS_MAX).optional().describe(what)
const day = (what: string) => z.string().max(40).optional().describe(what)

const input = z.strictObject({
  q: z
    .string()
    .max(Q_MAX_CHARACTERS)
    .optional()
    .describe(
      'Palavras a procurar no texto inteiro. Poucas palavras acham mais. Sem q: todas as notícias do filtro.',
    ),
  semantic: z
    .boolean()
    .optional()
    .describe(
      'Procura também pelo significado de q, além das palavras. Útil quando poucas notícias têm as palavras exatas.',
    ),
  alpha: z.number().min(0).max(1).optional().describe('Peso do significado, de 0 a 1. Só com semantic.'),
  agencies: values('Chaves de órgãos, de list_agencies, por exemplo "saude". Notícias de qualquer um deles.'),
  themes: values('Códigos de temas de qualquer nível, de list_themes, por exemplo "03".'),
  themeLabel: z
    .string()
    .max(VALUE_MAX_CHARACTERS)
    .optional()
    .describe('Nome exato de um tema do primeiro nível.'),
  tags: values('Etiquetas que os órgãos dão às notícias.'),
  entities: values('Nomes de entidades como aparecem nos textos.'),
  entityCanonical: values(
    'Identificadores de entidades, de search_entities. Prefira este filtro a entities.',
  ),
  sentiment: z
    .array(z.enum(['positive', 'neutral', 'negative']))
    .max(3)
    .optional()
    .describe('Sentimento do texto.'),
  keywords: keywords(
    'Todas as palavras de uma destas expressões no título ou no resumo. Mais estrito que q.',
  ),
  excludeKeywords: keywords('Deixa de fora as notícias com uma destas expressões no título ou no resumo.'),
  startDate: day('Primeiro dia, AAAA-MM-DD no horário de Brasília, ou instante ISO 8601.'),
  endDate: day('Último dia, incluído, AAAA-MM-DD, ou instante ISO 8601, excluído.'),
  dedup: z.boolean().optional().describe('Devolve só uma de várias cópias da mesma notícia.'),
  sort: z
    .enum(ORDERS)
    .optional()
    .describe('Ordem. Padrão: RELEVANCE com q, DATE (a mais recente primeiro) sem q.'),
  page: z.int().min(1).max(PAGE_MAX).default(1).describe('Página, a partir de 1.'),
  limit: z
    .int()
    .min(0)
    .max(ARTICLES_MAX)
    .default(ARTICLES_DEFAULT)
    .describe('Notícias por página, de 0 a 100. 0 devolve só a contagem.'),
})

const output = z.object({
  found: z.number().describe('Notícias que o filtro encontra ao todo'),
  page: z.number(),
  nextPage: z.number().nullable().describe('Próxima página, ou null na última'),
  articles: z.array(listedArticleShape),
  feed: textOrNull.describe('Endereço do feed RSS da mesma busca; null para um filtro longo demais'),
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
    'semana”, obtenha a chave do órgão com list_agencies e chame com agencies, q e startDate. Cite sempre a url.',
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
