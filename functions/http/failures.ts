import { cannotServe } from '@pauta/platform/database/connection-errors'
import { PublicError, unavailable, type ErrorCode } from '@pauta/platform/errors'
import type { Logger } from '@pauta/platform/telemetry/logger'
import type { APIGatewayProxyResult } from 'aws-lambda'
import { errorResponse } from './responses.ts'

const STATUS: Partial<Record<ErrorCode, number>> = {
  BAD_USER_INPUT: 400,
  LIMIT_EXCEEDED: 400,
  NOT_FOUND: 404,
  SERVICE_UNAVAILABLE: 503,
}
const RETRY_AFTER_SECONDS = 30

/**
 * Returns the answer to a failed request, in the shape of a GraphQL error. Public errors keep code and message. Every
 * other error is logged with its cause and answered as INTERNAL.
 */
export function failureResponse(error: unknown, logger: Logger): APIGatewayProxyResult {
  const known =
    error instanceof PublicError ? error : cannotServe(error) ? unavailable('postgresql', error) : null
  const code = known?.code ?? 'INTERNAL'
  const status = STATUS[code] ?? 500
  if (status >= 500) logger.error({ error: known?.cause ?? error }, 'a request failed')
  const message = known?.message ?? 'Erro interno. Tente de novo em alguns minutos.'
  return errorResponse(
    status,
    { code, message },
    status === 503 ? { 'retry-after': String(RETRY_AFTER_SECONDS) } : {},
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
