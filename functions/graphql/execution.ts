import type { ApolloServerOptionsWithGateway } from '@apollo/server'
import { execute, type DocumentNode, type GraphQLSchema, type OperationDefinitionNode } from 'graphql'
import type { Context } from './context.ts'
import { findPlan, type QueryPlan } from './query-plan.ts'
import { runPlan } from './run-plan.ts'

type Gateway = ApolloServerOptionsWithGateway<Context>['gateway']

/**
 * Apollo's door to another executor than graphql's: queries that can be planned are run by their plan, everything else
 * by graphql.
 */
export function planExecution(schema: GraphQLSchema): Gateway {
  // Documents that are asked for again are the same objects, and are forgotten when Apollo forgets them.
  const plans = new WeakMap<DocumentNode, Map<OperationDefinitionNode, QueryPlan | undefined>>()
  const planOf = (document: DocumentNode, operation: OperationDefinitionNode): QueryPlan | undefined => {
    const known = plans.get(document) ?? new Map<OperationDefinitionNode, QueryPlan | undefined>()
    plans.set(document, known)
    if (!known.has(operation)) known.set(operation, findPlan(schema, document, operation))
    return known.get(operation)
  }
  return {
    onSchemaLoadOrUpdate(tell) {
      tell({ apiSchema: schema, coreSupergraphSdl: '' })
      return () => undefined
    },
    load: async () => ({
      executor: async ({ document, request, context, ...known }) => {
        const { operationName, variables = {} } = request
        // For a name that the document does not have there is none, whatever Apollo's types say.
        const operation: OperationDefinitionNode | undefined = known.operation
        const plan = operation && planOf(document, operation)
        if (plan) return await runPlan(plan, { schema, operation, context, variables })
        return await execute({
          schema,
          document,
          operationName,
          variableValues: variables,
          contextValue: context,
        })
      },
    }),
    stop: async () => undefined,
  }
}
