import { GraphQLError, type DocumentNode, type GraphQLSchema, type OperationDefinitionNode } from 'graphql'
import { readFacts, type PricedSelection } from '../request/operation-facts.ts'
import { readCallArguments, type Variables } from './call-arguments.ts'
import { priceOfCall } from './call-prices.ts'
import { QUERY_MAX_COST } from './limits.ts'

/** Prices each selection once, fragments within other fragments included. */
function priceOf(
  selection: PricedSelection,
  variables: Variables,
  known: Map<PricedSelection, number>,
): number {
  const before = known.get(selection)
  if (before !== undefined) return before
  let price = selection.points
  for (const { node, field, below } of selection.calls) {
    const { rows, work, perField } = priceOfCall(field, readCallArguments(node, field, variables))
    price += 1 + work + rows * perField * priceOf(below, variables, known)
  }
  for (const fragment of selection.fragments) price += priceOf(fragment, variables, known)
  known.set(selection, price)
  return price
}

/** Returns the price of a valid operation in points, for variables that graphql coerced. */
export function priceOfOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): number {
  const facts = readFacts(schema, document).operations.get(operation)
  if (!facts) throw new Error('The document does not contain the operation')
  return Math.ceil(priceOf(facts.price, variables, new Map()))
}

/**
 * Throws LIMIT_EXCEEDED for an operation above 50,000 points, before any read. A call costs what the
 * directives of its field declare, plus one point for each field of its rows.
 */
export function assertAffordable(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): void {
  const price = priceOfOperation(schema, document, operation, variables)
  if (price <= QUERY_MAX_COST) return
  throw new GraphQLError(
    `A consulta custa ${price} pontos e o limite é ${QUERY_MAX_COST}: peça menos buscas, linhas ou campos por vez.`,
    {
      extensions: { code: 'LIMIT_EXCEEDED', http: { status: 400 } },
    },
  )
}
