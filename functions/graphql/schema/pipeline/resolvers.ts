import { findArticleRow, listArticleRows } from '@pauta/core/articles/records'
import { limitExceeded } from '@pauta/core/errors'
import type { AccessMap } from '../../access.ts'
import { idArgument } from '../../arguments.ts'
import type { Resolvers } from '../../generated/resolvers-types.ts'

const BATCH_MAX_IDS = 500
/** What Lambda lets through. */
const ANSWER_MAX_BYTES = 6_000_000

export const access = {
  'Query.newsById': 'service',
  'Query.newsBatch': 'service',
} satisfies AccessMap

function idsArgument(uniqueIds: readonly string[]): string[] {
  if (uniqueIds.length > BATCH_MAX_IDS)
    throw limitExceeded('uniqueIds', `no máximo ${BATCH_MAX_IDS} identificadores por vez.`)
  return uniqueIds.map((id) => idArgument(id, 'uniqueIds'))
}

export const resolvers = {
  Query: {
    newsById: async (_, { uniqueId }, { db }) =>
      (await findArticleRow(db, idArgument(uniqueId, 'uniqueId'))) ?? null,
    newsBatch: (_, { uniqueIds }, { db }) => listArticleRows(db, idsArgument(uniqueIds), ANSWER_MAX_BYTES),
  },
} satisfies Resolvers
