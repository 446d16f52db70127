import {
  Kind,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLResolveInfo,
  type SelectionSetNode,
} from 'graphql'

/**
 * Returns the fields of selections, including those in fragments and under @skip. Visits each fragment once: otherwise
 * fragments that refer to others twice would double the work at each level, without a price.
 */
export function listFields(
  sets: readonly SelectionSetNode[],
  fragments: Readonly<Record<string, FragmentDefinitionNode>>,
): FieldNode[] {
  const followed = new Set<string>()
  const walk = ({ selections }: SelectionSetNode): FieldNode[] =>
    selections.flatMap((selection) => {
      if (selection.kind === Kind.FIELD) return [selection]
      if (selection.kind === Kind.INLINE_FRAGMENT) return walk(selection.selectionSet)
      const fragment = fragments[selection.name.value]
      if (!fragment || followed.has(selection.name.value)) return []
      followed.add(selection.name.value)
      return walk(fragment.selectionSet)
    })
  return sets.flatMap(walk)
}

/**
 * Returns the names of the fields that a query selects below the resolved field, or below its child at `path`. Fields
 * under @skip count as selected, which at worst reads too much.
 */
export function selectedFields(
  { fieldNodes, fragments }: GraphQLResolveInfo,
  ...path: string[]
): Set<string> {
  let sets = fieldNodes.flatMap(({ selectionSet }) => selectionSet ?? [])
  for (const step of path)
    sets = listFields(sets, fragments).flatMap(
      ({ name, selectionSet }) => (name.value === step && selectionSet) || [],
    )
  return new Set(listFields(sets, fragments).map(({ name }) => name.value))
}
