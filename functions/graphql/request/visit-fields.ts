import { Kind, type FieldNode, type FragmentDefinitionNode, type SelectionSetNode } from 'graphql'

/**
 * Visits the fields of selections, those of fragments among them and those under @skip too. Each fragment is followed
 * once: fragments that name others twice would otherwise double the work with each of them, at no price in fields.
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
