import type { Logger } from '@pauta/platform/telemetry/logger'
import type { APIGatewayProxyResult } from 'aws-lambda'
import {
  getOperationAST,
  getVariableValues,
  GraphQLError,
  Kind,
  OperationTypeNode,
  parse,
  specifiedRules,
  subscribe,
  validate,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { errorResponse } from '../../http/responses.ts'
import { assertAffordable } from '../limits/cost.ts'
import { formatError } from '../request/errors.ts'
import { QUERY_MAX_TOKENS, SHARED_RULES, unconditionalRootRule } from '../limits/limits.ts'
import type { StreamContext } from '../request/stream-context.ts'
import type { StreamRequest } from './stream-request.ts'
import { findExcess } from '../limits/text-limits.ts'

/** A document for the stream, or the error for another document. */
export type ReadDocument = { document: DocumentNode } | { refusal: APIGatewayProxyResult }

/** Parses a document. Refuses a document that belongs to /graphql. */
export function readDocument({ query, operationName }: StreamRequest): ReadDocument {
  const excess = findExcess(query)
  if (excess !== undefined)
    return { refusal: errorResponse(400, { code: 'LIMIT_EXCEEDED', message: excess }) }
  let document: DocumentNode
  try {
    document = parse(query, { maxTokens: QUERY_MAX_TOKENS })
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    return { refusal: errorResponse(400, { code: 'GRAPHQL_PARSE_FAILED', message: error.message }) }
  }
  const asked = getOperationAST(document, operationName)
  const operations = asked
    ? [asked]
    : document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION)
  if (operations.some(({ operation }) => operation === OperationTypeNode.SUBSCRIPTION)) return { document }
  return {
    refusal: errorResponse(404, {
      code: 'WRONG_ENDPOINT',
      message: 'Consultas e mutações são atendidas em /graphql; aqui, só assinaturas (subscriptions).',
    }),
  }
}

const coded = (code: string) => (error: GraphQLError) =>
  new GraphQLError(error.message, {
    nodes: error.nodes ?? null,
    extensions: { code, ...error.extensions },
  })

function getOperation(document: DocumentNode, name: string | null | undefined): OperationDefinitionNode {
  const operation = getOperationAST(document, name)
  if (operation) return operation
  throw new GraphQLError('Informe em operationName qual das operações do documento deve ser executada.', {
    extensions: { code: 'BAD_REQUEST' },
  })
}

/** Returns the errors of an operation before it starts, usually none. Throws errors of the same kind. */
function listFaults(schema: GraphQLSchema, document: DocumentNode, request: StreamRequest): GraphQLError[] {
  const invalid = validate(schema, document, [...specifiedRules, ...SHARED_RULES, unconditionalRootRule])
  if (invalid.length > 0) return invalid.map(coded('GRAPHQL_VALIDATION_FAILED'))
  const operation = getOperation(document, request.operationName)
  const variables = request.variables ?? {}
  const { coerced, errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variables)
  if (!coerced) return errors.map(coded('BAD_USER_INPUT'))
  assertAffordable(schema, document, operation, coerced)
  return []
}

async function* execute(
  schema: GraphQLSchema,
  document: DocumentNode,
  { request, contextValue }: { request: StreamRequest; contextValue: StreamContext },
): AsyncGenerator<ExecutionResult> {
  const faults = listFaults(schema, document, request)
  if (faults.length > 0) {
    yield { errors: faults }
    return
  }
  const begun = await subscribe({
    schema,
    document,
    contextValue,
    operationName: request.operationName,
    variableValues: request.variables,
  })
  if (Symbol.asyncIterator in begun) yield* begun
  else yield begun
}

const toGraphqlError = (error: unknown): GraphQLError =>
  error instanceof GraphQLError
    ? error
    : new GraphQLError('', { originalError: error instanceof Error ? error : new Error(String(error)) })

/**
 * Yields the results of a subscription, with errors formatted for callers. Never throws: a failure is a last result
 * with errors. Adds the code of each error to `codes`.
 */
export async function* runOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  options: {
    request: StreamRequest
    contextValue: StreamContext
    logger: Logger
    recordCode: (code: unknown) => void
  },
): AsyncGenerator<ExecutionResult> {
  const format = (errors: readonly GraphQLError[]) =>
    errors.map((error) => {
      const formatted = formatError(error.toJSON(), error, options)
      options.recordCode(formatted.extensions?.['code'])
      return formatted as GraphQLError
    })
  try {
    for await (const result of execute(schema, document, options))
      yield result.errors ? { ...result, errors: format(result.errors) } : result
  } catch (error) {
    yield { errors: format([toGraphqlError(error)]) }
  }
}
