import { COUNT_DIMENSION_NAMES } from '@pauta/core/analytics/count-dimensions'
import * as z from 'zod'
import { toArticleFilter } from '../../selection/convert-selection.ts'
import { parseSelection } from '../../selection/selection.ts'
import { defineTool } from '../define-tool.ts'
import { readOperation } from '../operation.ts'
import { warningsShape } from '../tool-schemas.ts'
import { countedWordsShape, filterShapes } from './filter-shapes.ts'

const ITEMS_MAX = 300
const ITEMS_DEFAULT = 20
const { dedup: _dedup, oneStoryPer: _oneStoryPer, ...countedFilters } = filterShapes

const counts = z.object({
  found: z.number().describe('Notícias que a pergunta encontra'),
  total: z.number().describe('Todas as notícias dos mesmos dias'),
  items: z
    .array(
      z.object({
        key: z.string().describe('Código para filtros; de um período, o primeiro dia'),
        label: z.string(),
        count: z.number(),
        share: z
          .number()
          .describe('De 0 a 1: count dividido por todas as notícias da mesma chave nos mesmos dias'),
      }),
    )
    .describe('Do maior ao menor; períodos, do mais antigo ao mais recente'),
})

export const articleCounts = defineTool({
  name: 'article_counts',
  title: 'Quem mais escreveu sobre um assunto',
  description:
    'Conta exatamente as notícias de uma busca ou de um filtro por órgão, tema, estado, entidade, tom ou período. Responde “que ' +
    'ministério mais escreveu sobre dengue” (by AGENCY) e “quando se falou de X” (by DAY, WEEK ou MONTH), sem informar ' +
    'órgãos antes. Cada item tem cerca de 80 caracteres. Para contar um órgão por mês, também meses de 0: count_articles.',
  input: z.strictObject({
    q: countedWordsShape,
    ...countedFilters,
    by: z.enum(COUNT_DIMENSION_NAMES).default('AGENCY').describe('O que se conta. Padrão AGENCY.'),
    limit: z
      .int()
      .min(1)
      .max(ITEMS_MAX)
      .default(ITEMS_DEFAULT)
      .describe('Itens na resposta: padrão 20, de 1 a 300. Os maiores; de períodos, os últimos.'),
  }),
  output: counts.extend({ warnings: warningsShape }),
  async run({ by, limit, ...question }, { execute }) {
    const selection = parseSelection(question)
    const { data, warnings } = await readOperation(execute, {
      query: `query McpArticleCounts($query: String, $filter: ArticleFilter!, $by: CountDimension!, $limit: Int!) {
        counts: articleCounts(query: $query, filter: $filter, by: $by, limit: $limit) {
          found total items { key label count share }
        }
      }`,
      variables: { query: selection.q, filter: toArticleFilter(selection), by, limit },
      data: z.object({ counts }),
    })
    return { ...data.counts, warnings }
  },
})
