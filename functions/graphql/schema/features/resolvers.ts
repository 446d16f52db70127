import { listIntegrityCandidates } from '@pauta/core/articles/integrity'
import {
  articleExists,
  findArticleRow,
  findIndexRecord,
  listArticleRows,
  listRecordPage,
} from '@pauta/core/features/records'
import { badInput, limitExceeded } from '@pauta/platform/errors'
import { numberInRange } from '@pauta/platform/input/number-input'
import { findNeighbours } from '@pauta/core/search-index/neighbours'
import { parseWindow, type DateWindow } from '@pauta/platform/time/time'
import type { AccessMap } from '../../request/access.ts'
import { articleIdArgument, limitArgument } from '../../request/arguments.ts'
import type { Resolvers } from '../../generated/resolvers-types.ts'
import { access as mutationAccess, mutations } from './mutations.ts'

const BATCH_MAX_IDS = 500
const BATCH_MAX_ROWS = 1000
const SIMILAR_MAX = 100
/** Lambda's limit of an answer, without its envelope. */
const BATCH_MAX_BYTES = 6_000_000
/** Leaves room for fields that a caller repeats with aliases. */
const PAGE_MAX_BYTES = 4_500_000

const INCOMPARABLE =
  'Semelhança indisponível até o índice ser refeito com o modelo atual: nenhuma notícia foi comparada.'

export const access = {
  'Query.newsById': 'service',
  'Query.newsBatch': 'service',
  'Query.newsForTypesense': 'service',
  'Query.newsBatchForBigquery': 'service',
  'Query.similarArticles': 'service',
  'Query.integrityBatch': 'service',
  ...mutationAccess,
} satisfies AccessMap

function idsArgument(uniqueIds: readonly string[]): string[] {
  if (uniqueIds.length > BATCH_MAX_IDS)
    throw limitExceeded('uniqueIds', `no máximo ${BATCH_MAX_IDS} identificadores por vez.`)
  return uniqueIds.map((id) => articleIdArgument(id, 'uniqueIds'))
}

/** Returns the window between two required dates. Throws BAD_USER_INPUT for a blank or invalid date. */
function windowArgument(startDate: string, endDate: string): DateWindow {
  if (startDate.trim() === '') throw badInput('startDate', 'informe uma data.')
  if (endDate.trim() === '') throw badInput('endDate', 'informe uma data.')
  return parseWindow(startDate, endDate, { start: 'startDate', end: 'endDate' })
}

/** Returns a cosine. Throws BAD_USER_INPUT. */
const thresholdArgument = (threshold: number): number =>
  numberInRange(threshold, 'threshold', { least: -1, most: 1 })

export const resolvers = {
  Query: {
    newsById: async (_, { uniqueId }, { db }) =>
      (await findArticleRow(db, articleIdArgument(uniqueId, 'uniqueId'))) ?? null,
    newsBatch: (_, { uniqueIds }, { db }) => listArticleRows(db, idsArgument(uniqueIds), BATCH_MAX_BYTES),
    newsForTypesense: async (_, { uniqueId }, { db, embedding }) =>
      (await findIndexRecord(db, articleIdArgument(uniqueId, 'uniqueId'), embedding.name)) ?? null,
    newsBatchForBigquery: async (_, { startDate, endDate, batchSize, cursor }, { db }) => {
      const page = {
        window: windowArgument(startDate, endDate),
        after: cursor?.trim() ? articleIdArgument(cursor, 'cursor') : undefined,
        limit: limitArgument(batchSize, BATCH_MAX_ROWS, 'batchSize'),
        maxBytes: PAGE_MAX_BYTES,
      }
      if (page.after !== undefined && !(await articleExists(db, page.after)))
        throw badInput('cursor', 'use o uniqueId da última notícia recebida.')
      return await listRecordPage(db, page)
    },
    similarArticles: async (_, { uniqueId, threshold, limit }, context) => {
      const { db, index, liveModel, embedding, warnings } = context
      const { neighbours, comparable } = await findNeighbours(
        { db, index, liveModel, model: embedding.name },
        {
          uniqueId: articleIdArgument(uniqueId, 'uniqueId'),
          threshold: thresholdArgument(threshold),
          limit: limitArgument(limit, SIMILAR_MAX),
        },
      )
      if (!comparable) warnings.push(INCOMPARABLE)
      // Ordered best first, so neighbours with exactly the threshold are last and displaced no other.
      return neighbours.filter(({ similarity }) => similarity > threshold)
    },
    integrityBatch: (_, { batchSize }, { db, now }) =>
      listIntegrityCandidates(db, { now, limit: limitArgument(batchSize, BATCH_MAX_ROWS, 'batchSize') }),
  },
  Mutation: mutations,
} satisfies Resolvers
