import type { FieldNode, GraphQLResolveInfo, SelectionSetNode } from 'graphql'
import { visitFields } from './visit-fields.ts'

/**
 * Returns the names of the fields that a query selects below the resolved field, or below its child at `path`. Fields
 * under @skip count as selected, which at worst reads too much.
 */
export function selectedFields(
  { fieldNodes, fragments }: GraphQLResolveInfo,
  ...path: string[]
): Set<string> {
  const listFields = (sets: readonly SelectionSetNode[]) => {
    const fields: FieldNode[] = []
    visitFields(
      sets,
      (name) => fragments[name],
      (field) => fields.push(field),
    )
    return fields
  }
  let sets = fieldNodes.flatMap(({ selectionSet }) => selectionSet ?? [])
  for (const step of path)
    sets = listFields(sets).flatMap(({ name, selectionSet }) => (name.value === step && selectionSet) || [])
  return new Set(listFields(sets).map(({ name }) => name.value))
}
