import { Kind, type GraphQLResolveInfo, type SelectionSetNode } from 'graphql'

function collect(
  set: SelectionSetNode,
  info: GraphQLResolveInfo,
  visit: (name: string, set?: SelectionSetNode) => void,
) {
  for (const selection of set.selections) {
    if (selection.kind === Kind.FIELD) visit(selection.name.value, selection.selectionSet)
    else if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet, info, visit)
    else {
      const fragment = info.fragments[selection.name.value]
      if (fragment) collect(fragment.selectionSet, info, visit)
    }
  }
}

/**
 * Names of the fields that a query selects below the resolved field, or below one of its children when `path` names
 * it. Fields under @skip count as selected: the worst is that too much is read.
 */
export function selectedFields(info: GraphQLResolveInfo, ...path: string[]): Set<string> {
  let sets = info.fieldNodes.flatMap((node) => node.selectionSet ?? [])
  for (const step of path) {
    const below: SelectionSetNode[] = []
    for (const set of sets)
      collect(set, info, (name, child) => void (name === step && child && below.push(child)))
    sets = below
  }
  const names = new Set<string>()
  for (const set of sets) collect(set, info, (name) => names.add(name))
  return names
}
