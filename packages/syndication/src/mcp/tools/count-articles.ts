import * as z from 'zod'
import { toArticleFilter } from '../../selection/convert-selection.ts'
import { parseSelection } from '../../selection/selection.ts'
import { defineTool } from '../define-tool.ts'
import { agencyAnalytics } from '../generated/argument-texts.ts'
import { OperationError, readOperation } from '../operation.ts'
import { listPeriods, readDays, type Period } from '../periods.ts'
import { dayShape, optionalText, warningsShape } from '../tool-schemas.ts'
import { countedWordsShape, dedupShape, filterShapes } from './filter-shapes.ts'

/** As many as an operation may have aliases. */
const COUNTS_MAX = 60

const input = z.strictObject({
  q: countedWordsShape,
  ...filterShapes,
  granularity: z.enum(['DAY', 'WEEK', 'MONTH']).default('MONTH').describe(agencyAnalytics.granularity),
  startDate: dayShape.optional().describe('Primeiro dia, `AAAA-MM-DD`. Padrão: 12 períodos até endDate.'),
  endDate: dayShape.optional().describe('Último dia, `AAAA-MM-DD`, incluído inteiro. Padrão: hoje.'),
  perAgency: z.boolean().default(false).describe('Com true, conta cada órgão de agencies em separado.'),
  dedup: dedupShape(false, 'conta tudo o que cada órgão publicou.'),
})
type Input = z.output<typeof input>

/** One number to find: the articles of a period, of one agency if agencies are counted apart. */
interface Cell extends Period {
  agency: string | null
}

/** Returns the numbers to find, by period and agency. Throws OperationError LIMIT_EXCEEDED or BAD_USER_INPUT. */
function listCells(
  { granularity, startDate, endDate, perAgency }: Input,
  agencies: readonly string[],
  now: Date,
) {
  if (perAgency && agencies.length === 0)
    throw new OperationError('BAD_USER_INPUT', 'perAgency: informe também agencies.')
  const names = { start: 'startDate', end: 'endDate' }
  const days = readDays({ start: startDate, end: endDate }, { granularity, now, names })
  const apart = perAgency ? agencies : [null]
  const periods = listPeriods(days, { granularity, most: Math.floor(COUNTS_MAX / apart.length) })
  if (!periods)
    throw new OperationError(
      'LIMIT_EXCEEDED',
      `startDate: uma chamada conta no máximo ${COUNTS_MAX} períodos (vezes os órgãos, com perAgency). ` +
        'Use granularity maior, menos dias ou menos órgãos.',
    )
  return { days, cells: periods.flatMap((period) => apart.map((agency): Cell => ({ ...period, agency }))) }
}

/** Returns one operation that counts every cell by a search without rows. */
function countQuery(args: Input, cells: readonly Cell[]) {
  const selection = parseSelection({ ...args, startDate: null, endDate: null })
  const filter = toArticleFilter(selection)
  const field = selection.q === null ? 'articles(' : 'search(query: $query, '
  const numbers = cells.map((_, at) => at)
  const parameters = numbers.map((at) => `$filter${at}: ArticleFilter!`)
  if (selection.q !== null) parameters.unshift('$query: String!')
  const variables = cells.map(({ first, last, agency }, at) => [
    `filter${at}`,
    { ...filter, startDate: first, endDate: last, ...(agency !== null && { agencies: [agency] }) },
  ])
  return {
    query: `query McpCounts(${parameters.join(', ')}) {
      ${numbers.map((at) => `count${at}: ${field}filter: $filter${at}, limit: 0) { found }`).join('\n')}
    }`,
    variables: { ...(selection.q !== null && { query: selection.q }), ...Object.fromEntries(variables) },
    data: z.object(Object.fromEntries(numbers.map((at) => [`count${at}`, z.object({ found: z.number() })]))),
  }
}

export const countArticles = defineTool({
  name: 'count_articles',
  title: 'Contar notícias por período',
  description:
    'Conta as notícias de uma busca ou de um filtro por dia, semana ou mês, e por órgão com perAgency. Responde “como ' +
    'mudou a produção do órgão X por mês” e “quanto se publicou sobre Y”. No máximo 60 números por chamada (períodos × ' +
    'órgãos); com q, menos: 35 com três palavras, 20 com seis. Resposta pequena, de cerca de 50 caracteres por número. ' +
    'Todos os órgãos juntos: news_timeline.',
  input,
  output: z.object({
    startDate: z.string(),
    endDate: z.string(),
    total: z.number().describe('Soma das contagens'),
    counts: z
      .array(
        z.object({
          period: z
            .string()
            .describe('Primeiro dia do período no calendário; o primeiro e o último podem ser parciais'),
          agency: optionalText.describe('Chave do órgão, só com perAgency'),
          articles: z.number(),
        }),
      )
      .describe('Do período mais antigo ao mais recente, também os de 0'),
    warnings: warningsShape,
  }),
  async run(args, { execute, now }) {
    const agencies = parseSelection({ agencies: args.agencies }).agencies
    const { days, cells } = listCells(args, agencies, now)
    const { data, warnings } = await readOperation(execute, countQuery(args, cells))
    const counts = cells.map(({ period, agency }, at) => ({
      period,
      agency,
      articles: data[`count${at}`]?.found ?? 0,
    }))
    return {
      startDate: days.first,
      endDate: days.last,
      total: counts.reduce((sum, { articles }) => sum + articles, 0),
      counts,
      warnings,
    }
  },
})
