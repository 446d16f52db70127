import { readRows } from '@pauta/platform/database/database'
import { LIFECYCLE_PHASES, POLICY_DOMAINS } from '@pauta/core/entities/entity-record'
import { readOfEntity } from '@pauta/core/entities/merges'
import { findPolicy, listPolicies, type PolicyDetails } from '@pauta/core/entities/queries-policies'
import { badInput, limitExceeded } from '@pauta/platform/errors'
import type { AccessMap } from '../../request/access.ts'
import { DEEPEST_ROW, idArgument, limitArgument, wordArgument } from '../../request/arguments.ts'
import type { QueryResolvers } from '../../generated/resolvers-types.ts'

const LIMIT_MAX = 200

export const access = {
  'Query.policyDetails': 'public',
  'Query.policies': 'public',
} satisfies AccessMap

/** Returns the number of rows to skip, within the first 10,000. Throws BAD_USER_INPUT or LIMIT_EXCEEDED. */
function offsetArgument(offset: number, limit: number): number {
  if (offset < 0) throw badInput('offset', 'deve ser maior ou igual a 0.')
  if (offset + limit > DEEPEST_ROW)
    throw limitExceeded('offset', `só os primeiros ${DEEPEST_ROW} resultados podem ser paginados.`)
  return offset
}

export const queries = {
  policyDetails: async (_, { entityId }, { db }) => {
    const id = idArgument(entityId, 'entityId')
    const request = {
      read: (entityOfPolicy: string) => findPolicy(db, entityOfPolicy),
      isNothing: (policy: PolicyDetails | undefined) => policy === undefined,
    }
    return (await readRows(() => readOfEntity(db, id, request))) ?? null
  },
  policies: async (_, { domain, lifecyclePhase, limit: most, offset }, { db }) => {
    const limit = limitArgument(most, LIMIT_MAX)
    const request = {
      domain: wordArgument(domain, POLICY_DOMAINS, 'domain'),
      lifecyclePhase: wordArgument(lifecyclePhase, LIFECYCLE_PHASES, 'lifecyclePhase'),
      limit,
      offset: offsetArgument(offset, limit),
    }
    return await readRows(() => listPolicies(db, request))
  },
} satisfies QueryResolvers
