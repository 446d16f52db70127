import * as z from 'zod'
import { defineTool } from '../define-tool.ts'
import { agencyAnalytics as analytics } from '../generated/argument-texts.ts'
import { readOperation } from '../operation.ts'
import { readDays } from '../periods.ts'
import { dayShape, idShape, optionalText, rowsShape, warningsShape } from '../tool-schemas.ts'

const AGENCIES_MAX = 20

const rowShape = z.object({
  period: z.string().describe('Primeiro dia do período'),
  agency: z.string().describe('Chave do órgão'),
  agencyName: optionalText,
  articles: z.number(),
  sentiment: z.number().optional().describe('Sentimento médio, de -1 (negativo) a 1 (positivo)'),
  positive: z.number().optional().describe('Fração de notícias positivas, de 0 a 1'),
  negative: z.number().optional().describe('Fração de notícias negativas, de 0 a 1'),
  readability: z.number().optional().describe('Facilidade de leitura média, de 0 (difícil) a 100 (fácil)'),
  words: z.number().optional().describe('Média de palavras por notícia'),
})

const ANALYTICS = `query McpAgencies($agencies: [String!]!, $dateFrom: String!, $dateTo: String!, $granularity: Granularity!, $metrics: [MetricType!]!) {
  rows: agencyAnalytics(agencies: $agencies, dateFrom: $dateFrom, dateTo: $dateTo, granularity: $granularity, metrics: $metrics) {
    period agency: agencyKey agencyName articles: articleCount sentiment: avgSentimentScore positive: pctPositive
    negative: pctNegative readability: avgReadabilityFlesch words: avgWordCount
  }
}`

export const agencyAnalytics = defineTool({
  name: 'agency_analytics',
  title: 'Sentimento e legibilidade por órgão',
  description:
    'Compara órgãos por dia, semana ou mês: número de notícias, sentimento e facilidade de leitura dos textos. Médias ' +
    'contam só as notícias que têm o valor. As linhas mais recentes vêm primeiro; cada uma tem cerca de 200 caracteres. ' +
    'Só para contar, com qualquer filtro: count_articles.',
  input: z.strictObject({
    agencies: z
      .array(idShape)
      .min(1)
      .max(AGENCIES_MAX)
      .describe('De 1 a 20 órgãos, por chave (de list_agencies) ou nome oficial.'),
    granularity: z.enum(['DAY', 'WEEK', 'MONTH']).default('MONTH').describe(analytics.granularity),
    dateFrom: dayShape.optional().describe('Primeiro dia, `AAAA-MM-DD`. Padrão: 12 períodos até dateTo.'),
    dateTo: dayShape.optional().describe('Último dia, `AAAA-MM-DD`, incluído inteiro. Padrão: hoje.'),
    metrics: z
      .array(z.enum(['SENTIMENT', 'READABILITY']))
      .max(2)
      .default(['SENTIMENT', 'READABILITY'])
      .describe(
        'O que calcular além do número de notícias. Uma métrica não pedida fica de fora da resposta.',
      ),
    limit: rowsShape,
  }),
  output: z.object({
    rows: z.array(rowShape),
    isComplete: z.boolean().describe('false quando linhas mais antigas ficaram de fora'),
    warnings: warningsShape,
  }),
  async run({ agencies, granularity, dateFrom, dateTo, metrics, limit }, { execute, now }) {
    const names = { start: 'dateFrom', end: 'dateTo' }
    const days = readDays({ start: dateFrom, end: dateTo }, { granularity, now, names })
    const { data, warnings } = await readOperation(execute, {
      query: ANALYTICS,
      variables: {
        agencies,
        dateFrom: days.first,
        dateTo: days.last,
        granularity,
        metrics: ['VOLUME', ...metrics],
      },
      data: z.object({ rows: z.array(rowShape) }),
    })
    const rows = data.rows.toReversed()
    return { rows: rows.slice(0, limit), isComplete: rows.length <= limit, warnings }
  },
})
