import { takeActions, type ActionLimit } from '@pauta/core/people/action-limit'
import { Kind, type GraphQLResolveInfo, type SelectionSetNode } from 'graphql'
import type { Context } from './context.ts'
import { getUserId } from './viewer.ts'

const MUTATIONS: ActionLimit = { action: 'mutation', max: 60, windowSeconds: 60 }

/** Names of the operation's own fields, each as often as it is run; fragments are followed once, as they merge. */
function listRootNames({ operation, fragments }: GraphQLResolveInfo): string[] {
  const names = new Map<string, string>()
  const followed = new Set<string>()
  const walk = ({ selections }: SelectionSetNode) => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD)
        names.set(selection.alias?.value ?? selection.name.value, selection.name.value)
      else if (selection.kind === Kind.INLINE_FRAGMENT) walk(selection.selectionSet)
      else if (!followed.has(selection.name.value)) {
        followed.add(selection.name.value)
        const fragment = fragments[selection.name.value]
        if (fragment) walk(fragment.selectionSet)
      }
    }
  }
  walk(operation.selectionSet)
  return [...names.values()]
}

/**
 * Counts the users' mutations of an operation before the first of them runs, in one statement whatever their number.
 * Throws RATE_LIMITED where the person would have sent more than 60 within a minute; then none of them runs.
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
