import { cannotServe } from '@pauta/platform/database/connection-errors'
import { PublicError, unavailable } from '@pauta/platform/errors'
import type { Logger } from '@pauta/platform/telemetry/logger'
import { findObservation } from '@pauta/platform/telemetry/observation'
import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import { translate } from './translate.ts'

/** Codes that Apollo and the schema itself give and that callers may see as they are. */
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
/** Apollo's own code for a missing or unknown operation name. */
const OPERATION_RESOLUTION_FAILURE = 'OPERATION_RESOLUTION_FAILURE'

function publicCause(error: unknown): PublicError | undefined {
  const cause = error instanceof GraphQLError ? (error.originalError ?? error.cause) : error
  if (cause instanceof PublicError) return cause
  return cannotServe(cause) ? unavailable('postgresql', cause) : undefined
}

/**
 * graphql refuses a request with more than 50 faults in its variables by one error more, to which neither it nor Apollo
 * gives a code. Whatever runs has a path, and whatever throws is an original.
 */
function isRefusedRequest(error: unknown): boolean {
  if (!(error instanceof GraphQLError) || error.originalError || error.path) return false
  return error.extensions['code'] === undefined
}

/** Of a persisted query whose hash is another text's, or whose version is unknown, Apollo says no more than a status. */
function isRefusedHash(error: unknown): boolean {
  return error instanceof GraphQLError && error.extensions['http'] !== undefined
}

/** A rule's own code survives Apollo's wrapping, which would call every rule's error GRAPHQL_VALIDATION_FAILED. */
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
 * What a caller sees of an error: public errors with their code and details; everything else is logged with its cause
 * and answered INTERNAL with nothing but the id of the request, which all of its lines in the log carry.
 */
export function formatError(
  formatted: GraphQLFormattedError,
  error: unknown,
  { logger }: { logger: Logger },
): GraphQLFormattedError {
  const { message, locations, path } = formatted
  const place = { ...(locations && { locations }), ...(path && { path }) }
  const known = publicCause(error)
  if (known) {
    if (known.code === 'SERVICE_UNAVAILABLE') logger.error({ error: known.cause }, known.message)
    return { message: known.message, ...place, extensions: { ...known.details, code: known.code } }
  }
  const code = ownCode(formatted, error)
  if (code) return { message: translate(message), ...place, extensions: { code } }
  const cause = error instanceof GraphQLError ? (error.originalError ?? error) : error
  logger.error({ error: cause, path }, 'unexpected error')
  return {
    message: 'Erro interno. Informe o código da requisição ao suporte.',
    ...place,
    extensions: { code: 'INTERNAL', requestId: findObservation()?.requestId },
  }
}
