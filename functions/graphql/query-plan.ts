import {
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  OperationTypeNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'

/** What becomes of a value: one of `items`, `leaf` and `fields` is there. */
export interface Shape {
  isNonNull: boolean
  items?: Shape
  leaf?: GraphQLLeafType
  fields?: PlannedField[]
}

/** A field of a selection with everything worked out that no request can change. */
export interface PlannedField {
  /** Its name in the answer. */
  key: string
  /** Every mention of it: mentioned twice it is still one field. */
  nodes: [FieldNode, ...FieldNode[]]
  parent: GraphQLObjectType
  /** Undefined for `__typename`. */
  definition: GraphQLField<unknown, unknown> | undefined
  shape: Shape
}

/** The fields of a query, with the fragments that resolvers may want to look into. */
export interface QueryPlan {
  fields: PlannedField[]
  fragments: Record<string, FragmentDefinitionNode>
}

/** More than any page of ours asks for; a document may spell out far more in little text, through fragments. */
const PLAN_MAX_FIELDS = 2000
const TYPENAME = '__typename'
/** As a key of an object it means another thing. */
const PROTO = '__proto__'

/** Thrown inside planning alone, and caught there. */
class Unplannable extends Error {}

interface Planning {
  fragments: Record<string, FragmentDefinitionNode>
  /** So many so far. */
  fields: number
}

/** What a selection mentions, by its name in the answer. */
interface Mentions {
  nodes: Map<string, PlannedField['nodes']>
  /** Names of the fragments that are in place already. */
  fragments: Set<string>
}

/** Gathers what a selection mentions, fragments in place, in the order of the answer (GraphQL, CollectFields). */
function collect(
  set: SelectionSetNode,
  parent: GraphQLObjectType,
  planning: Planning,
  mentions: Mentions,
): void {
  for (const selection of set.selections) {
    // @skip and @include hang on variables.
    if ((selection.directives?.length ?? 0) > 0) throw new Unplannable()
    if (selection.kind === Kind.FIELD) {
      const key = (selection.alias ?? selection.name).value
      const nodes = mentions.nodes.get(key)
      if (nodes) nodes.push(selection)
      else mentions.nodes.set(key, [selection])
      continue
    }
    const name = selection.kind === Kind.FRAGMENT_SPREAD ? selection.name.value : undefined
    if (name !== undefined && mentions.fragments.has(name)) continue
    if (name !== undefined) mentions.fragments.add(name)
    const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? planning.fragments[name ?? ''] : selection
    // On an interface or a union it would hang on the value.
    if (!fragment || (fragment.typeCondition?.name.value ?? parent.name) !== parent.name)
      throw new Unplannable()
    collect(fragment.selectionSet, parent, planning, mentions)
  }
}

function planSelection(
  sets: readonly SelectionSetNode[],
  parent: GraphQLObjectType,
  planning: Planning,
): PlannedField[] {
  const mentions: Mentions = { nodes: new Map(), fragments: new Set() }
  for (const set of sets) collect(set, parent, planning, mentions)
  return [...mentions.nodes].map(([key, nodes]) => planField(key, nodes, parent, planning))
}

function planField(
  key: string,
  nodes: PlannedField['nodes'],
  parent: GraphQLObjectType,
  planning: Planning,
): PlannedField {
  planning.fields += 1
  if (planning.fields > PLAN_MAX_FIELDS || key === PROTO) throw new Unplannable()
  const name = nodes[0].name.value
  if (name === TYPENAME) return { key, nodes, parent, definition: undefined, shape: { isNonNull: true } }
  const definition = parent.getFields()[name]
  if (!definition) throw new Unplannable()
  const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? [])
  return { key, nodes, parent, definition, shape: planShape(definition.type, sets, planning) }
}

function planShape(type: GraphQLOutputType, sets: readonly SelectionSetNode[], planning: Planning): Shape {
  if (isNonNullType(type)) return { ...planShape(type.ofType, sets, planning), isNonNull: true }
  if (isListType(type)) return { isNonNull: false, items: planShape(type.ofType, sets, planning) }
  if (isLeafType(type)) return { isNonNull: false, leaf: type }
  if (!isObjectType(type) || type.isTypeOf) throw new Unplannable()
  return { isNonNull: false, fields: planSelection(sets, type, planning) }
}

/**
 * The plan of a valid query. Undefined for what hangs on the request or on values, which is directives, interfaces and
 * unions, and for what is rare: introspection and very many fields.
 */
export function findPlan(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): QueryPlan | undefined {
  const query = schema.getQueryType()
  if (operation.operation !== OperationTypeNode.QUERY || (operation.directives?.length ?? 0) > 0 || !query)
    return undefined
  const fragments: QueryPlan['fragments'] = Object.create(null)
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments[node.name.value] = node
  try {
    return { fields: planSelection([operation.selectionSet], query, { fragments, fields: 0 }), fragments }
  } catch (error) {
    if (error instanceof Unplannable) return undefined
    throw error
  }
}
