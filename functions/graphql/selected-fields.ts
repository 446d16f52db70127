import { Kind, type GraphQLResolveInfo, type SelectionSetNode } from 'graphql'

/**
 * Visits the fields of selections, those of fragments among them. Each fragment is followed once: fragments that name
 * others twice would otherwise double the work with each of them, at no price in fields.
 */
function visitFields(
  sets: readonly SelectionSetNode[],
  { fragments }: GraphQLResolveInfo,
  visit: (name: string, below: SelectionSetNode | undefined) => void,
): void {
  const followed = new Set<string>()
  const walk = ({ selections }: SelectionSetNode) => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) visit(selection.name.value, selection.selectionSet)
      else if (selection.kind === Kind.INLINE_FRAGMENT) walk(selection.selectionSet)
      else if (!followed.has(selection.name.value)) {
        followed.add(selection.name.value)
        const fragment = fragments[selection.name.value]
        if (fragment) walk(fragment.selectionSet)
      }
    }
  }
  sets.forEach(walk)
}

/**
 * Names of the fields that a query selects below the resolved field, or below one of its children when `path` names
 * it. Fields under @skip count as selected: the worst is that too much is read.
 */
export function selectedFields(info: GraphQLResolveInfo, ...path: string[]): Set<string> {
  let sets = info.fieldNodes.flatMap((node) => node.selectionSet ?? [])
  for (const step of path) {
    const below: SelectionSetNode[] = []
    visitFields(sets, info, (name, child) => {
      if (name === step && child) below.push(child)
    })
    sets = below
  }
  const names = new Set<string>()
  visitFields(sets, info, (name) => names.add(name))
  return names
}
