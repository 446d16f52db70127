import { Kind, type FieldNode, type FragmentDefinitionNode, type SelectionSetNode } from 'graphql'

/**
 * Visits the fields of selections, including those in fragments and under @skip. Visits each fragment once: otherwise
 * fragments that refer to others twice would double the work at each level, without a price.
 */
export function visitFields(
  sets: readonly SelectionSetNode[],
  findFragment: (name: string) => FragmentDefinitionNode | undefined,
  visit: (field: FieldNode) => void,
): void {
  const followed = new Set<string>()
  const walk = ({ selections }: SelectionSetNode) => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) visit(selection)
      else if (selection.kind === Kind.INLINE_FRAGMENT) walk(selection.selectionSet)
      else if (!followed.has(selection.name.value)) {
        followed.add(selection.name.value)
        const fragment = findFragment(selection.name.value)
        if (fragment) walk(fragment.selectionSet)
      }
    }
  }
  sets.forEach(walk)
}
