import { isEmpty, RECORTE_BOUNDS, RECORTE_TITLE_MAX_CHARACTERS } from '@pauta/clippings/recortes/recorte'
import { STATE_CODES } from '@pauta/core/articles/states'
import * as z from 'zod'
import { DAY_MS } from '@pauta/platform/time/time'
import { fromRecorte, toArticleFilter } from '../../selection/convert-selection.ts'
import { selectionFeed } from '../addresses.ts'
import { defineTool } from '../define-tool.ts'
import { recorteFiltersInput, recorteInput } from '../generated/argument-texts.ts'
import { OperationError, readOperation } from '../operation.ts'
import {
  boundedTexts,
  listedArticleData,
  LISTED_FIELDS,
  listedArticleShape,
  showListed,
  optionalText,
  warningsShape,
} from '../tool-schemas.ts'

/** Ten recortes with 50 keywords and 400 other values each cost about 49,000 of the 50,000 points of an operation. */
const RECORTES_MAX = 10
const VALUES_MAX = 400
const SAMPLES_MAX = 20
const SAMPLE_MAX_DAYS = 30

const texts = (list: keyof typeof RECORTE_BOUNDS, what: string) =>
  boundedTexts(RECORTE_BOUNDS[list]).default([]).describe(what)

const filters = {
  themes: texts('themes', `${recorteFiltersInput.themes} Códigos em list_themes.`),
  agencies: texts('agencies', `${recorteFiltersInput.agencies} Chaves em list_agencies.`),
  excludeAgencies: texts(
    'excludeAgencies',
    `${recorteFiltersInput.excludeAgencies} Chaves em list_agencies.`,
  ),
  keywords: texts('keywords', recorteFiltersInput.keywords),
  excludeKeywords: texts('excludeKeywords', recorteFiltersInput.excludeKeywords),
  entityCanonical: texts(
    'entityCanonical',
    `${recorteFiltersInput.entityCanonical} Identificadores em search_entities.`,
  ),
  states: z
    .array(z.enum(STATE_CODES))
    .max(STATE_CODES.length)
    .default([])
    .describe(
      'Siglas de estados: notícias que citam um deles, sua capital ou um de seus municípios. Vazio não restringe.',
    ),
}

/** A recorte of a clipping, as tools take it. */
const recorteShape = z
  .strictObject({
    title: z.string().min(1).max(RECORTE_TITLE_MAX_CHARACTERS).describe(recorteInput.title),
    ...filters,
  })
  .refine(
    ({ themes, agencies, excludeAgencies, entityCanonical, states }) =>
      [themes, agencies, excludeAgencies, entityCanonical, states].flat().length <= VALUES_MAX,
    `no máximo ${VALUES_MAX} temas, órgãos, entidades e estados ao todo.`,
  )
type ToolRecorte = z.output<typeof recorteShape>

/** The recortes of a clipping. */
export const recortesShape = z
  .array(recorteShape)
  .min(1)
  .max(RECORTES_MAX)
  .describe(
    `De 1 a ${RECORTES_MAX} recortes, cada um com no máximo ${VALUES_MAX} temas, órgãos, entidades e estados ao todo.`,
  )

const estimateShape = z.object({
  lastDay: z.number().describe('Notícias das últimas 24 horas'),
  articlesPerDay: z.number().describe('Média por dia dos últimos 7 dias'),
  warning: optionalText.describe('Aviso quando o recorte traz mais de 50 notícias por dia'),
})
const ESTIMATE = 'lastDay: totalEstimate articlesPerDay warning'

function filtersOf(recorte: ToolRecorte) {
  const { title: _, ...recorteFilters } = recorte
  return recorteFilters
}

export const estimateRecorte = defineTool({
  name: 'estimate_recorte',
  title: 'Estimar um recorte',
  description:
    'Estima quantas notícias um recorte (temas, órgãos, estados, entidades e palavras de um clipping) traz por dia, antes de criar um ' +
    'clipping. Para ver exemplos das notícias, use preview_clipping.',
  input: z.strictObject(filters),
  output: estimateShape.extend({ warnings: warningsShape }),
  async run(recorte, { execute }) {
    const { data, warnings } = await readOperation(execute, {
      query: `query McpEstimate($recorte: RecorteFiltersInput!) { estimate: recorteEstimate(recorte: $recorte) { ${ESTIMATE} } }`,
      variables: { recorte },
      data: z.object({ estimate: estimateShape }),
    })
    return { ...data.estimate, warnings }
  },
})

/** Returns one operation that estimates several recortes, so that the API prices them together. */
export function estimateQuery(recortes: readonly ToolRecorte[]) {
  const numbers = recortes.map((_, at) => at)
  return {
    query: `query McpEstimates(${numbers.map((at) => `$recorte${at}: RecorteFiltersInput!`).join(', ')}) {
      ${numbers.map((at) => `recorte${at}: recorteEstimate(recorte: $recorte${at}) { ${ESTIMATE} }`).join('\n')}
    }`,
    variables: Object.fromEntries(recortes.map((recorte, at) => [`recorte${at}`, filtersOf(recorte)])),
    data: z.record(z.string(), estimateShape),
  }
}

/** Throws OperationError BAD_USER_INPUT for a recorte that would select every article. */
function assertSelective(recortes: readonly ToolRecorte[]): void {
  const at = recortes.findIndex(isEmpty)
  if (at >= 0)
    throw new OperationError(
      'BAD_USER_INPUT',
      `recortes[${at}]: informe ao menos um tema, órgão, estado, entidade ou palavra-chave.`,
    )
}

const samplesData = z.object({ found: z.number(), articles: z.array(listedArticleData) })

/** Returns one operation with estimate and newest articles of several recortes. */
function previewQuery(
  recortes: readonly ToolRecorte[],
  { days, samples, now }: { days: number; samples: number; now: Date },
) {
  const startDate = new Date(now.getTime() - days * DAY_MS).toISOString()
  const numbers = recortes.map((_, at) => at)
  const parameters = numbers.map((at) => `$recorte${at}: RecorteFiltersInput!, $filter${at}: ArticleFilter!`)
  const fields = numbers.map(
    (at) => `recorte${at}: recorteEstimate(recorte: $recorte${at}) { ${ESTIMATE} }
      articles${at}: articles(filter: $filter${at}, limit: $samples) { found articles { ${LISTED_FIELDS} } }`,
  )
  const variables = recortes.map((recorte, at) => {
    const filter = { ...toArticleFilter(fromRecorte(recorte)), startDate }
    return { [`recorte${at}`]: filtersOf(recorte), [`filter${at}`]: filter }
  })
  return {
    query: `query McpPreview($samples: Int!, ${parameters.join(', ')}) { ${fields.join('\n')} }`,
    variables: Object.assign({ samples }, ...variables) as Record<string, unknown>,
    data: z.record(z.string(), z.union([estimateShape, samplesData])),
  }
}

export const previewClipping = defineTool({
  name: 'preview_clipping',
  title: 'Prever um clipping',
  description:
    'Mostra, antes de criar um clipping, o que cada recorte traria: notícias por dia, um aviso quando são mais de 50 por ' +
    'dia, e as notícias mais recentes como exemplo, de cerca de 600 caracteres cada. Não salva nada. Mostre o resultado à pessoa antes de create_clipping.',
  input: z.strictObject({
    recortes: recortesShape,
    days: z.int().min(1).max(SAMPLE_MAX_DAYS).default(7).describe('Dias dos exemplos, de 1 a 30.'),
    samples: z
      .int()
      .min(0)
      .max(SAMPLES_MAX)
      .default(3)
      .describe('Exemplos por recorte: padrão 3, de 0 a 20.'),
  }),
  output: z.object({
    recortes: z.array(
      z.object({
        title: z.string(),
        ...estimateShape.shape,
        found: z.number().describe('Notícias do período dos exemplos'),
        articles: z.array(listedArticleShape),
        feed: optionalText.describe('Endereço do feed RSS do recorte; falta para um filtro longo demais'),
      }),
    ),
    warnings: warningsShape,
  }),
  async run({ recortes, days, samples }, { execute, baseUrl, now }) {
    assertSelective(recortes)
    const { data, warnings } = await readOperation(execute, previewQuery(recortes, { days, samples, now }))
    const shown = recortes.map((recorte, at) => {
      const list = samplesData.parse(data[`articles${at}`])
      return {
        title: recorte.title,
        ...estimateShape.parse(data[`recorte${at}`]),
        found: list.found,
        articles: list.articles.map((article) => showListed(article, baseUrl)),
        feed: selectionFeed(fromRecorte(recorte), baseUrl),
      }
    })
    return { recortes: shown, warnings }
  },
})
