import type { ApolloServerOptions } from '@apollo/server'
import {
  execute,
  getVariableValues,
  GraphQLError,
  OperationTypeNode,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import type { Context } from './context.ts'
import { readFacts } from './operation-facts.ts'

/** Compiling a query takes as long as some tens of executions, so only a repeated query is compiled. */
const COMPILED_AT_REQUEST = 3
/** Limit of fields with all fragments expanded, because the generated code repeats a fragment at each use. */
const COMPILED_MAX_FIELDS = 500

type Gateway = NonNullable<ApolloServerOptions<Context>['gateway']>
type Executor = NonNullable<Awaited<ReturnType<Gateway['load']>>['executor']>
/** A compiled query. Returns undefined for variables that do not fit; then graphql writes the errors. */
type RunQuery = (request: {
  context: unknown
  variables: Record<string, unknown> | undefined
}) => Promise<ExecutionResult | undefined>

interface Interpreted {
  document: DocumentNode
  context: unknown
  variables: Record<string, unknown> | undefined
  /** The name in the request, which may name no operation of the document. */
  operationName: string | undefined
}

/** The compiler's own errors have no extensions, which Apollo Server reads. */
function toGraphQLError({ message, path, locations, originalError }: GraphQLError): GraphQLError {
  return Object.assign(new GraphQLError(message, { path, originalError }), { locations })
}

/** The compiler handles directives differently in fragments, and does not compile introspection. */
function isCompilable(schema: GraphQLSchema, document: DocumentNode, node: OperationDefinitionNode): boolean {
  const facts = readFacts(schema, document).operations.get(node)
  return (
    node.operation === OperationTypeNode.QUERY &&
    facts?.directives === 0 &&
    facts.expandedFields <= COMPILED_MAX_FIELDS
  )
}

/** Returns the compiled form of a query, or undefined for an operation that is interpreted. */
export async function compile(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): Promise<RunQuery | undefined> {
  if (!isCompilable(schema, document, operation)) return undefined
  const { compileQuery } = await import('graphql-jit')
  const compiled = compileQuery(schema, document, operation.name?.value)
  if (!('query' in compiled)) return undefined
  const { query: run } = compiled
  return async ({ context, variables }) => {
    // The compiled code coerces variables too, but refuses an input object that omits a required field with a default.
    const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables ?? {})
    if (!coerced) return undefined
    const { data, errors } = await run(undefined, context, coerced)
    return { ...(data !== undefined && { data }), ...(errors && { errors: errors.map(toGraphQLError) }) }
  }
}

/** Returns an executor that compiles queries which are requested repeatedly, and interprets all other operations. */
function openExecutor(schema: GraphQLSchema): Executor {
  const requests = new WeakMap<OperationDefinitionNode, number>()
  const interpret = async ({ document, context, variables, operationName }: Interpreted) =>
    await execute({
      schema,
      document,
      contextValue: context,
      variableValues: variables,
      operationName,
    })
  // Apollo returns the same object for a repeated document, and drops documents that are no longer requested.
  const compiled = new WeakMap<OperationDefinitionNode, RunQuery | undefined>()
  const findCompiled = async (document: DocumentNode, operation: OperationDefinitionNode | undefined) => {
    // A document with several operations and no operation name has no operation; execution returns the error.
    if (!operation || compiled.has(operation)) return operation && compiled.get(operation)
    const count = (requests.get(operation) ?? 0) + 1
    requests.set(operation, count)
    if (count < COMPILED_AT_REQUEST) return undefined
    const run = await compile(schema, document, operation)
    compiled.set(operation, run)
    return run
  }
  return async ({ document, operation, context, request: { variables, operationName } }) => {
    const run = await findCompiled(document, operation)
    const result = await run?.({ context, variables })
    return result ?? (await interpret({ document, context, variables, operationName }))
  }
}

/** Returns the schema and its executor in the form in which Apollo Server accepts an executor. */
export function makeGateway(schema: GraphQLSchema): Gateway {
  return {
    onSchemaLoadOrUpdate(callback) {
      callback({ apiSchema: schema, coreSupergraphSdl: '' })
      return () => {}
    },
    load: async () => ({ executor: openExecutor(schema) }),
    stop: async () => {},
  }
}
