import { findObservation } from '@pauta/platform/telemetry/observation'
import type { APIGatewayProxyResult } from 'aws-lambda'
import { errorResponse } from '../../http/responses.ts'
import { noteCodes } from './observe-operation.ts'

type Refuse = (...answer: Parameters<typeof errorResponse>) => APIGatewayProxyResult

/** An answer in place of the GraphQL server's own. The line of the log has its code as it has those of operations. */
export const refuse: Refuse = (statusCode, error, headers) => {
  const observation = findObservation()
  if (observation) noteCodes(observation, [error.code])
  return errorResponse(statusCode, error, headers)
}
