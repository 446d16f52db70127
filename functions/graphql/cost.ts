import {
  getNamedType,
  getNullableType,
  GraphQLError,
  isCompositeType,
  isListType,
  isObjectType,
  Kind,
  type ConstValueNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql'
import { QUERY_MAX_COST } from './limits.ts'

// Arguments that say how many rows a field returns, and what is assumed where a list has none of them.
const SIZE_ARGUMENTS = ['limit', 'batchSize', 'uniqueIds'] as const
const LIST_SIZE_INSIDE_ROWS = 1
/** Rows of a page whose size no argument of the field says. A series has more, of which the answer's size is the limit. */
const PAGE_ROWS: Record<string, number> = {
  search: 20,
  widgetArticles: 50,
  marketplaceListings: 20,
  myFollowedListings: 200,
  topArticles: 5,
  clippings: 25,
  agencyAnalytics: 1000,
  entityCoverage: 1000,
}
const SIZE_MAX = 1000

interface Pricing {
  schema: GraphQLSchema
  /** Undefined stands for whatever may come: then a variable asks for as many rows as are counted at all. */
  variables: Record<string, unknown> | undefined
  /** What the operation gives its variables that a request leaves out. */
  defaults: ReadonlyMap<string, ConstValueNode>
  fragments: Map<string, { set: SelectionSetNode; type: GraphQLNamedType | undefined }>
  /** Price of each fragment, so that fragments of fragments are priced once. */
  known: Map<string, number>
}

function readLiteral(value: ValueNode): unknown {
  if (value.kind === Kind.INT) return Number(value.value)
  return value.kind === Kind.LIST ? value.values : undefined
}

/** What a field gets for an argument: a variable that is left out has its own default, and without one the argument's. */
function argumentValue(
  node: FieldNode,
  field: GraphQLField<unknown, unknown>,
  name: string,
  { variables, defaults }: Pricing,
): unknown {
  const value = node.arguments?.find((argument) => argument.name.value === name)?.value
  if (value && value.kind !== Kind.VARIABLE) return readLiteral(value)
  if (value && !variables) return SIZE_MAX
  const given = value && variables?.[value.name.value]
  if (given !== undefined) return given
  const byDefault = value && defaults.get(value.name.value)
  if (byDefault) return readLiteral(byDefault)
  return field.args.find((argument) => argument.name === name)?.defaultValue
}

/** How many rows the field multiplies its selection by. */
function rowsOf(node: FieldNode, field: GraphQLField<unknown, unknown>, pricing: Pricing): number {
  for (const name of SIZE_ARGUMENTS) {
    const value = argumentValue(node, field, name, pricing)
    const size = Array.isArray(value) ? value.length : value
    if (typeof size === 'number' && size > 1) return Math.min(size, SIZE_MAX)
  }
  const page = PAGE_ROWS[field.name]
  if (page !== undefined) return page
  return isListType(getNullableType(field.type)) ? LIST_SIZE_INSIDE_ROWS : 1
}

function priceOf(set: SelectionSetNode, parent: GraphQLNamedType | undefined, pricing: Pricing): number {
  let price = 0
  for (const selection of set.selections) {
    if (selection.kind === Kind.FIELD) {
      const field = isObjectType(parent) ? parent.getFields()[selection.name.value] : undefined
      if (!field) continue // __typename and introspection cost nothing
      const below = getNamedType(field.type)
      const inside =
        selection.selectionSet && isCompositeType(below) ? priceOf(selection.selectionSet, below, pricing) : 0
      price += 1 + rowsOf(selection, field, pricing) * inside
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      const type = selection.typeCondition
        ? pricing.schema.getType(selection.typeCondition.name.value)
        : parent
      price += priceOf(selection.selectionSet, type, pricing)
    } else {
      const name = selection.name.value
      const fragment = pricing.fragments.get(name)
      if (fragment && !pricing.known.has(name)) {
        pricing.known.set(name, 0)
        pricing.known.set(name, priceOf(fragment.set, fragment.type, pricing))
      }
      price += pricing.known.get(name) ?? 0
    }
  }
  return price
}

function priceOfOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown> | undefined,
): number {
  const fragments: Pricing['fragments'] = new Map()
  for (const node of document.definitions) {
    if (node.kind !== Kind.FRAGMENT_DEFINITION) continue
    fragments.set(node.name.value, {
      set: node.selectionSet,
      type: schema.getType(node.typeCondition.name.value),
    })
  }
  const defaults: [string, ConstValueNode][] = (operation.variableDefinitions ?? []).flatMap(
    ({ variable, defaultValue }) => (defaultValue ? [[variable.name.value, defaultValue]] : []),
  )
  const root = schema.getRootType(operation.operation) ?? undefined
  const pricing: Pricing = { schema, variables, defaults: new Map(defaults), fragments, known: new Map() }
  return priceOf(operation.selectionSet, root, pricing)
}

/** Operations that are affordable with any variables. Documents that are asked for again are the same objects. */
const alwaysAffordable = new WeakMap<OperationDefinitionNode, boolean>()

function isAlwaysAffordable(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): boolean {
  const known = alwaysAffordable.get(operation)
  if (known !== undefined) return known
  const is = priceOfOperation(schema, document, operation, undefined) <= QUERY_MAX_COST
  alwaysAffordable.set(operation, is)
  return is
}

/**
 * Price of a valid operation: one per field, times the rows that the lists around it may return.
 * Throws LIMIT_EXCEEDED above 50,000, before anything is read.
 */
export function assertAffordable(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): void {
  if (isAlwaysAffordable(schema, document, operation)) return
  const price = priceOfOperation(schema, document, operation, variables)
  if (price <= QUERY_MAX_COST) return
  throw new GraphQLError(
    `A consulta custa ${price} campos e o limite é ${QUERY_MAX_COST}: peça menos linhas por vez.`,
    {
      extensions: { code: 'LIMIT_EXCEEDED', limit: QUERY_MAX_COST, http: { status: 400 } },
    },
  )
}
