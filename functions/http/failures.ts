import { findPublicError } from '@pauta/platform/database/connection-errors'
import type { ErrorCode } from '@pauta/platform/errors'
import type { Logger } from '@pauta/platform/telemetry/logger'
import type { APIGatewayProxyResult } from 'aws-lambda'
import { errorResponse } from './responses.ts'

/** As on /graphql, a missing login is no 401, because clients would refresh their token in a loop. */
const STATUS: Partial<Record<ErrorCode, number>> = {
  BAD_USER_INPUT: 400,
  LIMIT_EXCEEDED: 400,
  UNAUTHENTICATED: 403,
  NOT_FOUND: 404,
  RATE_LIMITED: 429,
  SERVICE_UNAVAILABLE: 503,
}
const RETRY_AFTER_SECONDS = 30

/**
 * Returns the answer to a failed request, in the shape of a GraphQL error. Public errors keep code and message. Every
 * other error is logged with its cause and answered as INTERNAL.
 */
export function failureResponse(error: unknown, logger: Logger): APIGatewayProxyResult {
  const known = findPublicError(error)
  const code = known?.code ?? 'INTERNAL'
  const status = STATUS[code] ?? 500
  if (status >= 500) logger.error({ error: known?.cause ?? error }, 'a request failed')
  else if (known?.cause !== undefined) logger.warn({ error: known.cause }, 'a request was refused')
  const message = known?.message ?? 'Erro interno. Tente de novo em alguns minutos.'
  const seconds = known?.details['retryAfterSeconds'] ?? (status === 503 ? RETRY_AFTER_SECONDS : undefined)
  return errorResponse(
    status,
    { code, message },
    typeof seconds === 'number' ? { 'retry-after': String(seconds) } : {},
  )
}

/** Returns the decoded query parameters of a request, repeated ones included. */
export function listQueryParameters(event: {
  multiValueQueryStringParameters: Record<string, string[] | undefined> | null
}): [string, string][] {
  return Object.entries(event.multiValueQueryStringParameters ?? {}).flatMap(([name, values]) =>
    (values ?? []).map((value): [string, string] => [name, value]),
  )
}
