import { readRows } from '@pauta/platform/database/database'
import { ENTITY_TYPES } from '@pauta/core/entities/entity-record'
import { findEntityOrMerged, readOfEntity } from '@pauta/core/entities/merges'
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
import type { Context } from '../../request/context.ts'
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

/** What a field reads of one entity, and the argument that names the entity. */
interface EntityRead<T> {
  argument: 'id' | 'entityId'
  read: (entityId: string) => Promise<T>
  isNothing: (found: T) => boolean
}

/** Reads something of an entity, also under the id of one merged into it. Warns of an unknown id. */
async function readOrWarn<T>(
  entityId: string,
  context: Context,
  { argument, read, isNothing }: EntityRead<T>,
): Promise<T> {
  const found = await readOfEntity(context.db, entityId, { read, isNothing })
  if (isNothing(found)) await warnOfUnknownEntity(entityId, context, { argument })
  return found
}

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
      return (await readRows(() => findEntityOrMerged(db, entityId))) ?? null
    },
    relatedEntities: async (_, { id, limit }, context) => {
      const asked = idArgument(id, 'id')
      const most = limitArgument(limit, RELATED_MAX)
      const read = () =>
        readOrWarn(asked, context, {
          argument: 'id',
          read: (entityId) => listRelatedEntities(context.db, { entityId, limit: most }),
          isNothing: (neighbours) => neighbours.length === 0,
        })
      const related = await emptyWhenAway(read, [], context)
      return related.map(({ entityId, ...entity }) => ({
        ...entity,
        canonicalId: entityId,
        kind: CO_MENTION,
      }))
    },
    entityNetwork: async (_, { id, depth, limit, dateFrom, dateTo }, context) => {
      const asked = idArgument(id, 'id')
      const request = {
        depth: Math.min(Math.max(depth, 0), NETWORK_MAX_DEPTH),
        limit: limitArgument(limit, NETWORK_MAX_EDGES),
        window: parseWindow(dateFrom, dateTo, { start: 'dateFrom', end: 'dateTo' }),
      }
      const nothing = { nodes: [], edges: [] }
      const read = () =>
        readOrWarn(asked, context, {
          argument: 'id',
          read: (entityId) => findEntityNetwork(context.db, { ...request, entityId }),
          isNothing: ({ nodes }) => nodes.length === 0,
        })
      const network = await emptyWhenAway(read, nothing, context)
      return { nodes: network.nodes, edges: network.edges.map((edge) => ({ ...edge, kind: CO_MENTION })) }
    },
    entityCoverage: async (_, { entityId, dateFrom, dateTo, granularity }, context) => {
      const asked = idArgument(entityId, 'entityId')
      const request = {
        window: parseWindow(dateFrom, dateTo, { start: 'dateFrom', end: 'dateTo' }),
        granularity,
      }
      const read = () =>
        readOrWarn(asked, context, {
          argument: 'entityId',
          read: (id) => listCoverage(context.db, { ...request, entityId: id }),
          isNothing: (points) => points.length === 0,
        })
      return await readRows(read)
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
      const id = idArgument(entityId, 'entityId')
      const read = () =>
        readOrWarn(id, context, {
          argument: 'entityId',
          read: (readId) => listEntityArticles(context.db, { entityId: readId, page, limit }),
          isNothing: ({ found }) => found === 0,
        })
      return { ...(await readRows(read)), page }
    },
    ...policyQueries,
  },
} satisfies Resolvers
