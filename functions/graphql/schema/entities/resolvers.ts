import { readRows } from '@pauta/platform/database/database'
import { ENTITY_TYPES } from '@pauta/core/entities/entity-record'
import { findEntity } from '@pauta/core/entities/queries'
import { listOffices } from '@pauta/core/entities/offices'
import { listEntityArticles } from '@pauta/core/search-index/entity-articles'
import { listCoverage } from '@pauta/core/entities/queries-coverage'
import { CO_MENTION, findEntityNetwork, listRelatedEntities } from '@pauta/core/entities/queries-network'
import { searchEntities } from '@pauta/core/entities/queries-search'
import { listEntitySuggestions, listNameSuggestions } from '@pauta/core/search-index/entity-suggestions'
import { parseWindow } from '@pauta/platform/time/time'
import type { AccessMap } from '../../request/access.ts'
import {
  idArgument,
  limitArgument,
  pageArgument,
  pageSizeArgument,
  queryArgument,
  wordArgument,
} from '../../request/arguments.ts'
import { warnOfUnknownEntity } from '../../request/unknown-values.ts'
import type { Resolvers } from '../../generated/resolvers-types.ts'
import { emptyWhenAway } from './degradation.ts'
import { access as policyAccess, queries as policyQueries } from './policies.ts'

const SUGGESTIONS_MAX = 100
const RELATED_MAX = 100
const NETWORK_MAX_EDGES = 500
const NETWORK_MAX_DEPTH = 2
const SEARCH_MAX = 20
const ARTICLES_MAX = 50
/** Latest offices of a person. */
const OFFICES_SHOWN = 20
/** Groups by entity instead of the names that articles use. */
const CANONICAL = 'CANONICAL'

export const access = {
  'Query.entitySuggestions': 'public',
  'Query.entity': 'public',
  'Query.relatedEntities': 'public',
  'Query.entityNetwork': 'public',
  'Query.entityCoverage': 'public',
  'Query.entitySearch': 'public',
  'Query.entityArticles': 'public',
  ...policyAccess,
} satisfies AccessMap

const wikidataUrl = (id: string | null | undefined) => (id ? `https://www.wikidata.org/wiki/${id}` : null)

export const resolvers = {
  EntityNode: {
    wikidataUrl: ({ wikidataId }) => wikidataUrl(wikidataId),
    offices: async ({ entityId }, _, { db }) =>
      await readRows(() => listOffices(db, { entityId, limit: OFFICES_SHOWN })),
  },
  Query: {
    entitySuggestions: async (_, { query: text, type: asked, limit }, { db, index }) => {
      const type = wordArgument(asked, [...ENTITY_TYPES, CANONICAL], 'type')
      const request = { query: queryArgument(text), limit: limitArgument(limit, SUGGESTIONS_MAX) }
      if (type !== CANONICAL) {
        const names = await listNameSuggestions(index, { ...request, type })
        return names.map((name) => ({ ...name, entityId: null, label: null }))
      }
      const entities = await readRows(() => listEntitySuggestions({ db, index }, request))
      return entities.map((entity) => ({ ...entity, value: entity.entityId }))
    },
    entity: async (_, { id }, { db }) => {
      const entityId = idArgument(id, 'id')
      return (await readRows(() => findEntity(db, entityId))) ?? null
    },
    relatedEntities: async (_, { id, limit }, context) => {
      const request = { entityId: idArgument(id, 'id'), limit: limitArgument(limit, RELATED_MAX) }
      const read = async () => {
        const neighbours = await listRelatedEntities(context.db, request)
        if (neighbours.length === 0) await warnOfUnknownEntity(request.entityId, context, { argument: 'id' })
        return neighbours
      }
      const related = await emptyWhenAway(read, [], context)
      return related.map(({ entityId, ...entity }) => ({
        ...entity,
        canonicalId: entityId,
        kind: CO_MENTION,
      }))
    },
    entityNetwork: async (_, { id, depth, limit, dateFrom, dateTo }, context) => {
      const request = {
        entityId: idArgument(id, 'id'),
        depth: Math.min(Math.max(depth, 0), NETWORK_MAX_DEPTH),
        limit: limitArgument(limit, NETWORK_MAX_EDGES),
        window: parseWindow(dateFrom, dateTo, { start: 'dateFrom', end: 'dateTo' }),
      }
      const nothing = { nodes: [], edges: [] }
      const read = async () => {
        const found = await findEntityNetwork(context.db, request)
        if (found.nodes.length === 0) await warnOfUnknownEntity(request.entityId, context, { argument: 'id' })
        return found
      }
      const network = await emptyWhenAway(read, nothing, context)
      return { nodes: network.nodes, edges: network.edges.map((edge) => ({ ...edge, kind: CO_MENTION })) }
    },
    entityCoverage: async (_, { entityId, dateFrom, dateTo, granularity }, context) => {
      const request = {
        entityId: idArgument(entityId, 'entityId'),
        window: parseWindow(dateFrom, dateTo, { start: 'dateFrom', end: 'dateTo' }),
        granularity,
      }
      const points = await readRows(() => listCoverage(context.db, request))
      if (points.length === 0) await warnOfUnknownEntity(request.entityId, context, { argument: 'entityId' })
      return points
    },
    entitySearch: async (_, { query, entityType, limit }, { db }) => {
      const request = {
        query: queryArgument(query),
        type: entityType ?? undefined,
        limit: limitArgument(limit, SEARCH_MAX),
      }
      const found = await readRows(() => searchEntities(db, request))
      return found.map((entity) => ({ ...entity, wikidataUrl: wikidataUrl(entity.wikidataId) }))
    },
    entityArticles: async (_, { entityId, page: asked, limit: most }, context) => {
      const limit = pageSizeArgument(most, ARTICLES_MAX)
      const page = pageArgument(asked, limit)
      const request = { entityId: idArgument(entityId, 'entityId'), page, limit }
      const articles = await readRows(() => listEntityArticles(context.db, request))
      if (articles.found === 0) await warnOfUnknownEntity(request.entityId, context, { argument: 'entityId' })
      return { ...articles, page }
    },
    ...policyQueries,
  },
} satisfies Resolvers
