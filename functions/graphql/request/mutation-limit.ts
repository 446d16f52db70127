import { takeActions, type ActionLimit } from '@pauta/people/people/action-limit'
import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from './context.ts'
import { listFields } from './selected-fields.ts'
import { getUserId } from './viewer.ts'

const MUTATIONS: ActionLimit = { action: 'mutation', max: 60, windowSeconds: 60 }

/** Returns the names of the root fields. Fields with the same key in the answer count once, because they run once. */
function listRootNames({ operation, fragments }: GraphQLResolveInfo): string[] {
  const fields = listFields([operation.selectionSet], fragments)
  return [...new Map(fields.map(({ alias, name }) => [(alias ?? name).value, name.value])).values()]
}

/**
 * Counts the mutations of an operation before the first one runs, in one statement. Throws RATE_LIMITED if the person
 * would exceed 60 mutations within a minute; then none of them runs.
 */
export function limitMutations(
  context: Context,
  info: GraphQLResolveInfo,
  isCounted: (field: string) => boolean,
): Promise<void> {
  const { db, viewer, now } = context
  context.mutationsTaken ??= takeActions(db, getUserId(viewer), MUTATIONS, {
    count: listRootNames(info).filter(isCounted).length,
    now,
  })
  return context.mutationsTaken
}
