import { cutAtWord } from '@pauta/platform/text/cut-text'
import * as z from 'zod'
import { defineTool } from '../define-tool.ts'
import {
  entityCoverage as coverage,
  entityNetwork as network,
  entitySearch,
} from '../generated/argument-texts.ts'
import { OperationError, readOperation } from '../operation.ts'
import { idShape, optionalText, rowsShape, warningsShape } from '../tool-schemas.ts'

const ENTITY_KINDS = ['ORG', 'PER', 'LOC', 'EVENT', 'POLICY', 'LAW'] as const
const SEARCH_MAX = 20
const QUERY_MAX_CHARACTERS = 200
const EDGES_MAX = 100
const ALIASES_MAX = 10
const DESCRIPTION_MAX_CHARACTERS = 500

const kindText = z
  .string()
  .describe(
    'ORG (órgão ou empresa), PER (pessoa), LOC (lugar), EVENT, POLICY (política pública) ou LAW (norma)',
  )

const foundEntity = z.object({
  entityId: z.string(),
  name: z.string(),
  type: kindText,
  description: optionalText,
  wikidataUrl: optionalText,
  agency: optionalText.describe('Chave do órgão, quando a entidade é um órgão com notícias'),
  aliases: z.array(z.string()),
  articles: z.number().describe('Notícias que a citam'),
  confidence: z.number().describe('De 0 a 1'),
})

const cutDescription = (description?: string) =>
  description === undefined ? undefined : cutAtWord(description, DESCRIPTION_MAX_CHARACTERS)

export const searchEntities = defineTool({
  name: 'search_entities',
  title: 'Procurar entidades',
  description:
    'Procura pessoas, órgãos, lugares, eventos, políticas públicas e normas citados nas notícias, por nome ou apelido, ' +
    'com erros de digitação. Use o entityId em search_articles (entityCanonical), entity_network e entity_coverage.',
  input: z.strictObject({
    query: z.string().min(1).max(QUERY_MAX_CHARACTERS).describe('Nome ou parte dele, de 1 a 200 caracteres.'),
    type: z.enum(ENTITY_KINDS).optional().describe(entitySearch.entityType),
    limit: z.int().min(1).max(SEARCH_MAX).default(5).describe('Entidades: padrão 5, de 1 a 20.'),
  }),
  output: z.object({ entities: z.array(foundEntity), warnings: warningsShape }),
  async run({ query, type, limit }, { execute }) {
    const { data, warnings } = await readOperation(execute, {
      query: `query McpEntities($query: String!, $entityType: EntityKind, $limit: Int!) {
        entities: entitySearch(query: $query, entityType: $entityType, limit: $limit) {
          entityId name: canonicalName type description wikidataUrl agency: agencyKey aliases articles: articleCount confidence
        }
      }`,
      variables: { query, entityType: type ?? null, limit },
      data: z.object({ entities: z.array(foundEntity) }),
    })
    return {
      entities: data.entities.map((entity) => ({
        ...entity,
        description: cutDescription(entity.description),
        aliases: entity.aliases.slice(0, ALIASES_MAX),
      })),
      warnings,
    }
  },
})

const node = z.object({ entityId: z.string(), name: optionalText, type: optionalText })
const entityShape = node.extend({ description: optionalText })
const networkShape = z.object({
  nodes: z.array(node),
  edges: z.array(z.object({ from: z.string(), to: z.string(), articles: z.number() })),
})

const unknownEntity = (id: string) =>
  new OperationError('NOT_FOUND', `Não existe entidade com o identificador "${id}". Use search_entities.`)

export const entityNetwork = defineTool({
  name: 'entity_network',
  title: 'Rede de uma entidade',
  description:
    'Devolve as entidades citadas nas mesmas notícias que uma entidade: nós e ligações, as mais fortes primeiro. O peso ' +
    'de uma ligação é o número de notícias em comum, de sempre ou de um período. depth 2 inclui ligações entre as vizinhas ' +
    'e as delas.',
  input: z.strictObject({
    entityId: idShape.describe(`${network.id} Obtenha-o com search_entities.`),
    depth: z.int().min(1).max(2).default(1).describe('Saltos a partir da entidade: padrão 1, máximo 2.'),
    limit: z.int().min(1).max(EDGES_MAX).default(30).describe('Ligações, de 1 a 100.'),
    dateFrom: z.string().max(40).optional().describe(network.dateFrom),
    dateTo: z.string().max(40).optional().describe(network.dateTo),
  }),
  output: entityShape.extend({ ...networkShape.shape, warnings: warningsShape }),
  async run({ entityId, depth, limit, dateFrom, dateTo }, { execute }) {
    const { data, warnings } = await readOperation(execute, {
      query: `query McpNetwork($id: String!, $depth: Int!, $limit: Int!, $dateFrom: String, $dateTo: String) {
        entity(id: $id) { entityId name: canonicalName type description }
        network: entityNetwork(id: $id, depth: $depth, limit: $limit, dateFrom: $dateFrom, dateTo: $dateTo) {
          nodes { entityId name: canonicalName type } edges { from: src to: dst articles: weight }
        }
      }`,
      variables: { id: entityId, depth, limit, dateFrom, dateTo },
      data: z.object({ entity: entityShape.optional(), network: networkShape }),
    })
    const { entity } = data
    if (!entity) throw unknownEntity(entityId)
    return { ...entity, description: cutDescription(entity.description), ...data.network, warnings }
  },
})

const pointShape = z.object({
  period: z.string().describe('Primeiro dia do período'),
  agencyKey: z.string(),
  agencyName: optionalText,
  articleCount: z.number(),
  totalMentions: z.number(),
  avgSentimentScore: z.number().optional().describe('De -1 a 1'),
})

export const entityCoverage = defineTool({
  name: 'entity_coverage',
  title: 'Cobertura de uma entidade',
  description:
    'Conta, por período e órgão, as notícias que citam uma entidade, com o número de citações e o sentimento médio. ' +
    'As linhas mais recentes vêm primeiro; cada uma tem cerca de 170 caracteres, e um ministério tem centenas: restrinja ' +
    'com dateFrom ou limit.',
  input: z.strictObject({
    entityId: idShape.describe(`${coverage.entityId} Obtenha-o com search_entities.`),
    dateFrom: z.string().max(40).optional().describe(coverage.dateFrom),
    dateTo: z.string().max(40).optional().describe(coverage.dateTo),
    granularity: z.enum(['DAY', 'WEEK', 'MONTH']).default('MONTH').describe(coverage.granularity),
    limit: rowsShape,
  }),
  output: z.object({
    name: optionalText,
    points: z.array(pointShape),
    isComplete: z.boolean().describe('false quando linhas mais antigas ficaram de fora'),
    warnings: warningsShape,
  }),
  async run({ entityId, dateFrom, dateTo, granularity, limit }, { execute }) {
    const { data, warnings } = await readOperation(execute, {
      query: `query McpCoverage($id: String!, $dateFrom: String, $dateTo: String, $granularity: Granularity!) {
        entity(id: $id) { name: canonicalName }
        points: entityCoverage(entityId: $id, dateFrom: $dateFrom, dateTo: $dateTo, granularity: $granularity) {
          period agencyKey agencyName articleCount totalMentions avgSentimentScore
        }
      }`,
      variables: { id: entityId, dateFrom: dateFrom ?? null, dateTo: dateTo ?? null, granularity },
      data: z.object({ entity: z.object({ name: optionalText }).optional(), points: z.array(pointShape) }),
    })
    if (!data.entity) throw unknownEntity(entityId)
    const points = data.points.toSorted((one, other) => other.period.localeCompare(one.period))
    return {
      name: data.entity.name,
      points: points.slice(0, limit),
      isComplete: points.length <= limit,
      warnings,
    }
  },
})
