import { DESCRIPTION_MAX_CHARACTERS, NAME_MAX_CHARACTERS } from '@pauta/clippings/clippings/bounds'
import { cutAtWord } from '@pauta/platform/text/cut-text'
import * as z from 'zod'
import { ACCOUNT_CHANNELS, byChannel } from '@pauta/platform/config/delivery-channels'
import { defineTool } from '../define-tool.ts'
import { clipping as clippingArguments, clippingInput } from '../generated/argument-texts.ts'
import { OperationError, readOperation } from '../operation.ts'
import { QUOTE_MARKS, quoteText } from '../quoted-text.ts'
import { idShape, optionalText, warningsShape } from '../tool-schemas.ts'
import { estimateQuery, recortesShape } from './recortes.ts'

const RELEASES_MAX = 50
const CLIPPINGS_MAX = 100
const PREVIEW_MAX_CHARACTERS = 300

const clippingShape = z.object({
  id: z.string(),
  name: z.string(),
  description: optionalText,
  schedule: z.string().describe('Expressão cron no horário de Brasília'),
  nextRunAt: optionalText.describe('Instante da próxima edição'),
  active: z.boolean(),
  isAuthor: z.boolean().describe('false quando a pessoa só segue o clipping'),
  listingId: optionalText.describe('Publicação na vitrine, quando o clipping é público'),
  recortes: z.array(z.string()).describe('Nomes dos recortes'),
})

const clippingData = clippingShape.extend({ recortes: z.array(z.object({ title: z.string() })) })
const CLIPPING_FIELDS =
  'id name description schedule nextRunAt active isAuthor listingId: marketplaceListingId recortes { title }'

const showClipping = ({ recortes, ...clipping }: z.output<typeof clippingData>) => ({
  ...clipping,
  recortes: recortes.map(({ title }) => title),
})

export const myClippings = defineTool({
  name: 'my_clippings',
  title: 'Meus clippings',
  description:
    'Lista os clippings que a pessoa criou ou segue, com a próxima edição. Precisa do token da pessoa no cabeçalho ' +
    'Authorization; sem ele, responde UNAUTHENTICATED.',
  input: z.strictObject({}),
  output: z.object({ clippings: z.array(clippingShape), warnings: warningsShape }),
  async run(_, { execute }) {
    const { data, warnings } = await readOperation(execute, {
      query: `query McpClippings { clippings { ${CLIPPING_FIELDS} } }`,
      variables: {},
      data: z.object({ clippings: z.array(clippingData) }),
    })
    return { clippings: data.clippings.slice(0, CLIPPINGS_MAX).map(showClipping), warnings }
  },
})

const releaseShape = z.object({
  id: z.string(),
  page: z
    .string()
    .describe('Página da edição. A de uma edição que não é pública abre para quem tem o endereço'),
  createdAt: optionalText.describe('Quando a edição foi feita'),
  refTime: optionalText.describe('Fim do período da edição'),
  articles: z.number(),
  preview: optionalText.describe(`Início do texto da edição, entre ${QUOTE_MARKS}`),
})

export const clippingReleases = defineTool({
  name: 'clipping_releases',
  title: 'Edições de um clipping',
  description:
    'Lista as edições de um clipping da pessoa, a mais recente primeiro. Leia uma edição com get_release. Precisa do ' +
    'token da pessoa.',
  input: z.strictObject({
    clippingId: idShape.describe(`${clippingArguments.id} Obtenha-o com my_clippings.`),
    limit: z.int().min(1).max(RELEASES_MAX).default(10).describe('De 1 a 50.'),
    before: z
      .string()
      .max(40)
      .optional()
      .describe('Só edições feitas antes deste instante: o createdAt da última recebida.'),
  }),
  output: z.object({
    clipping: clippingShape,
    releases: z.array(releaseShape),
    warnings: warningsShape,
  }),
  async run({ clippingId, limit, before }, { execute }) {
    const { data, warnings } = await readOperation(execute, {
      query: `query McpReleases($id: String!, $limit: Int!, $before: DateTime) {
        clipping(id: $id) {
          ${CLIPPING_FIELDS} releases(limit: $limit, before: $before) {
            id page: releaseUrl createdAt refTime articles: articlesCount preview: digestPreview
          }
        }
      }`,
      variables: { id: clippingId, limit, before: before ?? null },
      data: z.object({ clipping: clippingData.extend({ releases: z.array(releaseShape) }).optional() }),
    })
    if (!data.clipping)
      throw new OperationError(
        'NOT_FOUND',
        'Este clipping não existe ou não é desta pessoa. Use my_clippings.',
      )
    const { releases, ...clipping } = data.clipping
    return {
      clipping: showClipping(clipping),
      releases: releases.map((release) => ({
        ...release,
        preview:
          release.preview === undefined
            ? null
            : quoteText(cutAtWord(release.preview, PREVIEW_MAX_CHARACTERS)),
      })),
      warnings,
    }
  },
})

export const createClipping = defineTool({
  name: 'create_clipping',
  title: 'Criar um clipping',
  description:
    'Cria um clipping da pessoa: edições com as notícias dos recortes, enviadas no horário de schedule. Use ' +
    'preview_clipping antes e confirme com a pessoa. Precisa do token da pessoa. Quando um recorte traz mais de 50 ' +
    'notícias por dia, responde CONFIRMATION_REQUIRED sem criar: só então, se a pessoa concordar, repita com ' +
    'acceptManyArticles true.',
  input: z.strictObject({
    name: z.string().min(1).max(NAME_MAX_CHARACTERS).describe(clippingInput.name),
    description: z.string().max(DESCRIPTION_MAX_CHARACTERS).optional().describe(clippingInput.description),
    schedule: z.string().min(1).max(100).describe(clippingInput.schedule),
    recortes: recortesShape,
    channels: z
      .array(z.enum(ACCOUNT_CHANNELS))
      .max(ACCOUNT_CHANNELS.length)
      .default(['email'])
      .describe('Canais de envio. Vazio: as edições só ficam para leitura.'),
    acceptManyArticles: z
      .boolean()
      .default(false)
      .describe('A pessoa aceita recortes de mais de 50 notícias por dia.'),
  }),
  output: z.object({ clipping: clippingShape, warnings: warningsShape }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  async run({ acceptManyArticles, channels, description, ...clipping }, { execute }) {
    if (!acceptManyArticles) {
      const { data } = await readOperation(execute, estimateQuery(clipping.recortes))
      const many = clipping.recortes.flatMap(({ title }, at) => {
        const warning = data[`recorte${at}`]?.warning ?? null
        return warning === null ? [] : [`${title}: ${warning}`]
      })
      if (many.length > 0)
        throw new OperationError(
          'CONFIRMATION_REQUIRED',
          `${many.join(' ')} Se a pessoa concordar, repita com acceptManyArticles true.`,
        )
    }
    const deliveryChannels = byChannel((channel) => channels.some((one) => one === channel))
    const { data, warnings } = await readOperation(execute, {
      query: `mutation McpCreateClipping($input: ClippingInput!) { createClipping(input: $input) { ${CLIPPING_FIELDS} } }`,
      variables: { input: { ...clipping, description: description ?? null, deliveryChannels } },
      data: z.object({ createClipping: clippingData }),
    })
    return { clipping: showClipping(data.createClipping), warnings }
  },
})
