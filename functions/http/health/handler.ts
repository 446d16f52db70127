import { loadConfigOf } from '@pauta/platform/config/load-config-of'
import type { APIGatewayProxyResult } from 'aws-lambda'
import { jsonResponse } from '../responses.ts'
import { health } from './endpoint.ts'

const { settings } = loadConfigOf(health)

/** Liveness: returns the deployed version. Calls no dependency. */
export const handler = async (): Promise<APIGatewayProxyResult> =>
  jsonResponse(200, { status: 'ok', stage: settings.stage, release: settings.version })
