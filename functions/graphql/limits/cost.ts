import {
  getNamedType,
  GraphQLError,
  isCompositeType,
  isObjectType,
  Kind,
  type ConstValueNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { readCallArguments, type Variables } from './call-arguments.ts'
import { priceOfCall } from './call-prices.ts'
import { QUERY_MAX_COST } from './limits.ts'

interface Pricing {
  schema: GraphQLSchema
  variables: Variables
  fragments: Map<string, { set: SelectionSetNode; type: GraphQLNamedType | undefined }>
  /** Price of each fragment. Each fragment is priced once, also within other fragments. */
  known: Map<string, number>
}

const INTROSPECTION = new Set(['__schema', '__type'])

function priceOfField(node: FieldNode, parent: GraphQLNamedType | undefined, pricing: Pricing): number {
  const name = node.name.value
  // Introspection is public and has separate limits.
  if (INTROSPECTION.has(name)) return 0
  const field = isObjectType(parent) ? parent.getFields()[name] : undefined
  if (!field) return 1
  const { rows, work, perField } = priceOfCall(field, readCallArguments(node, field, pricing.variables))
  const below = getNamedType(field.type)
  const inside = node.selectionSet && isCompositeType(below) ? priceOf(node.selectionSet, below, pricing) : 0
  return 1 + work + rows * perField * inside
}

function priceOf(set: SelectionSetNode, parent: GraphQLNamedType | undefined, pricing: Pricing): number {
  let price = 0
  for (const selection of set.selections) {
    if (selection.kind === Kind.FIELD) price += priceOfField(selection, parent, pricing)
    else if (selection.kind === Kind.INLINE_FRAGMENT) {
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

/** Returns the price of a valid operation in points. With undefined variables, returns the highest possible price. */
export function priceOfOperation(
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
  const pricing: Pricing = {
    schema,
    variables: { values: variables, defaults: new Map(defaults) },
    fragments,
    known: new Map(),
  }
  return Math.ceil(priceOf(operation.selectionSet, root, pricing))
}

/** Operations that are affordable with any variables. Apollo returns the same object for a repeated document. */
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
 * Throws LIMIT_EXCEEDED for an operation above 50,000 points, before any read. A call costs what the
 * directives of its field declare, plus one point for each field of its rows.
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
    `A consulta custa ${price} pontos e o limite é ${QUERY_MAX_COST}: peça menos buscas, linhas ou campos por vez.`,
    {
      extensions: { code: 'LIMIT_EXCEEDED', limit: QUERY_MAX_COST, http: { status: 400 } },
    },
  )
}
