import { findPublicError } from '@pauta/platform/database/connection-errors'
import type { Logger } from '@pauta/platform/telemetry/logger'
import { findObservation } from '@pauta/platform/telemetry/observation'
import { GraphQLError, type GraphQLFormattedError } from 'graphql'

/** Codes of Apollo and of the schema that callers may see unchanged. */
const OWN_CODES = new Set([
  'BAD_USER_INPUT',
  'BAD_REQUEST',
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'LIMIT_EXCEEDED',
  'WRONG_ENDPOINT',
])
/** Apollo's code for a missing or unknown operation name. */
const OPERATION_RESOLUTION_FAILURE = 'OPERATION_RESOLUTION_FAILURE'

/**
 * Returns true for the error that graphql adds after 50 faults in the variables. Neither graphql nor Apollo sets a
 * code on that error. Errors from execution have a path, and errors from resolvers have an original error.
 */
function isRefusedRequest(error: unknown): error is GraphQLError {
  if (!(error instanceof GraphQLError) || error.originalError || error.path) return false
  return error.extensions['code'] === undefined
}

/**
 * Returns true for Apollo's error for a persisted query with a wrong hash or an unknown version, which has a status
 * and no code.
 */
function isRefusedHash({ extensions }: GraphQLError): boolean {
  return extensions['http'] !== undefined
}

/** Returns the code that a validation rule set. Apollo would report GRAPHQL_VALIDATION_FAILED for every rule. */
function ownCode(formatted: GraphQLFormattedError, error: unknown): string | undefined {
  const original = error instanceof GraphQLError ? error.originalError : undefined
  const code =
    (original instanceof GraphQLError && original.extensions['code']) || formatted.extensions?.['code']
  if (code === OPERATION_RESOLUTION_FAILURE) return 'BAD_REQUEST'
  if (typeof code === 'string' && OWN_CODES.has(code)) return code
  if (!isRefusedRequest(error)) return undefined
  return isRefusedHash(error) ? 'BAD_REQUEST' : 'BAD_USER_INPUT'
}

/**
 * Returns the error for the caller. Public errors keep code and details. Errors of GraphQL itself keep their English
 * message, which only developers of clients see and their tools know. Every other error is logged with its cause and
 * returned as INTERNAL with only the id of the request, which all its log lines have.
 */
export function formatError(
  formatted: GraphQLFormattedError,
  error: unknown,
  { logger }: { logger: Logger },
): GraphQLFormattedError {
  const { message, locations, path } = formatted
  const place = { ...(locations && { locations }), ...(path && { path }) }
  const known = findPublicError(error instanceof GraphQLError ? (error.originalError ?? error.cause) : error)
  if (known) {
    if (known.code === 'SERVICE_UNAVAILABLE') logger.error({ error: known.cause }, known.message)
    else if (known.cause !== undefined) logger.warn({ error: known.cause }, known.message)
    return { message: known.message, ...place, extensions: { ...known.details, code: known.code } }
  }
  const code = ownCode(formatted, error)
  if (code) return { message, ...place, extensions: { code } }
  const cause = error instanceof GraphQLError ? (error.originalError ?? error) : error
  logger.error({ error: cause, path }, 'unexpected error')
  return {
    message: 'Erro interno. Informe o código da requisição ao suporte.',
    ...place,
    extensions: { code: 'INTERNAL', requestId: findObservation()?.requestId },
  }
}
