import { findObservation } from '@pauta/platform/telemetry/observation'
import type { APIGatewayProxyResult } from 'aws-lambda'
import { errorResponse } from '../../http/responses.ts'
import { recordCodes } from './observe-operation.ts'

type Refuse = (...answer: Parameters<typeof errorResponse>) => APIGatewayProxyResult

/** Returns an error answer without the GraphQL server. The log line has the code, as for operations. */
export const refuse: Refuse = (statusCode, error, headers) => {
  const observation = findObservation()
  if (observation) recordCodes(observation, [error.code])
  return errorResponse(statusCode, error, headers)
}
