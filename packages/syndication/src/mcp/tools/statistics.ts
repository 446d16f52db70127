import * as z from 'zod'
import { articlePage } from '../addresses.ts'
import { defineTool } from '../define-tool.ts'
import { trendingThemes } from '../generated/argument-texts.ts'
import { readOperation } from '../operation.ts'
import { idShape, optionalText, warningsShape } from '../tool-schemas.ts'

const TIMELINE_MAX_DAYS = 366
const TOP = 10
const TRENDING_MAX = 30
const WINDOW_MAX_DAYS = 90

const totals = z.object({
  total: z.number(),
  activeThemes: z.number(),
  activeAgencies: z.number(),
  dailyAverage: z.number(),
})
const timeline = z.object({
  days: z
    .array(z.object({ date: z.string(), count: z.number() }))
    .describe('Notícias por dia, do mais antigo ao mais recente'),
  totals,
  topThemes: z.array(z.object({ code: optionalText, label: z.string(), count: z.number() })),
  topAgencies: z.array(z.object({ key: optionalText, name: z.string(), count: z.number() })),
})

export const newsTimeline = defineTool({
  name: 'news_timeline',
  title: 'Linha do tempo das publicações',
  description:
    'Conta as notícias de todos os órgãos por dia nos últimos dias, com totais, os temas e os órgãos com mais notícias. ' +
    'Cada dia tem cerca de 35 caracteres. Para contar as notícias de um filtro ou por mês, use count_articles.',
  input: z.strictObject({
    days: z.int().min(1).max(TIMELINE_MAX_DAYS).default(30).describe('Dias até hoje, de 1 a 366.'),
  }),
  output: timeline.extend({ warnings: warningsShape }),
  async run({ days }, { execute }) {
    const { data, warnings } = await readOperation(execute, {
      query: `query McpTimeline($range: DateRange!, $top: Int!) {
        days: articlesTimeline(range: $range) { date count }
        totals: analyticsKpis(range: $range) { total activeThemes activeAgencies dailyAverage }
        topThemes(range: $range, limit: $top) { code label count }
        topAgencies(range: $range, limit: $top) { key name count }
      }`,
      variables: { range: { days }, top: TOP },
      data: timeline,
    })
    return { ...data, warnings }
  },
})

const topArticle = z.object({
  uniqueId: z.string(),
  title: z.string(),
  page: z.string(),
  agencyName: optionalText,
  publishedAt: optionalText,
})
const trendingTheme = z.object({
  code: optionalText,
  label: z.string(),
  articles: z.number().describe('Notícias no período'),
  usualPerDay: z.number().describe('Média diária do período de comparação'),
  growth: z.number().describe('Quantas vezes o ritmo do período supera o habitual'),
  topArticles: z.array(topArticle),
})
const trendingEntity = z.object({
  entityId: z.string(),
  name: z.string(),
  type: z.string(),
  articles: z.number().describe('Notícias na última semana'),
  agencies: z.number().describe('Órgãos que a citaram na última semana'),
  growth: z.number().describe('Quantas vezes supera a cobertura habitual'),
})

const TRENDING = `query McpTrending($windowDays: Int!, $agencyKey: String, $limit: Int!) {
  themes: trendingThemes(windowDays: $windowDays, agencyKey: $agencyKey, limit: $limit) {
    code: themeCode label: themeLabel articles: windowCount usualPerDay: baselineDailyAvg growth: growthScore
    topArticles { uniqueId title agencyName publishedAt }
  }
  entities: trendingEntities(limit: $limit) {
    entityId name: canonicalName type articles: windowCount agencies: windowAgencies growth: volumeRatio
  }
}`

const trendingData = z.object({
  themes: z.array(trendingTheme.extend({ topArticles: z.array(topArticle.omit({ page: true })) })),
  entities: z.array(trendingEntity),
})

export const trending = defineTool({
  name: 'trending',
  title: 'Assuntos em alta',
  description:
    'Devolve os temas e as entidades com crescimento acima do habitual: temas nos últimos windowDays dias, com exemplos ' +
    'de notícias, e entidades na última semana. agency restringe os temas a um órgão. Cada tema tem cerca de 1.200 ' +
    'caracteres.',
  input: z.strictObject({
    windowDays: z
      .int()
      .min(1)
      .max(WINDOW_MAX_DAYS)
      .default(7)
      .describe(`${trendingThemes.windowDays} Máximo 90.`),
    agency: idShape
      .optional()
      .describe('Chave de um órgão, de list_agencies, para contar só as notícias dele. Só para temas.'),
    limit: z
      .int()
      .min(1)
      .max(TRENDING_MAX)
      .default(5)
      .describe('Temas e entidades: padrão 5, de 1 a 30 de cada.'),
  }),
  output: z.object({
    themes: z.array(trendingTheme),
    entities: z.array(trendingEntity),
    warnings: warningsShape,
  }),
  async run({ windowDays, agency, limit }, { execute, baseUrl }) {
    const { data, warnings } = await readOperation(execute, {
      query: TRENDING,
      variables: { windowDays, agencyKey: agency ?? null, limit },
      data: trendingData,
    })
    return {
      themes: data.themes.map((theme) => ({
        ...theme,
        topArticles: theme.topArticles.map((article) => ({
          ...article,
          page: articlePage(article.uniqueId, baseUrl),
        })),
      })),
      entities: data.entities,
      // The argument of the tool has a shorter name than that of the API.
      warnings: warnings.map((warning) => warning.replace(/^agencyKey:/, 'agency:')),
    }
  },
})
