import { loadConfig } from '@pauta/platform/config/config'
import type { APIGatewayProxyResult } from 'aws-lambda'
import { jsonResponse } from './responses.ts'

const { settings } = loadConfig('settings')

/** Liveness: returns the deployed version. Calls no dependency. */
export const handler = async (): Promise<APIGatewayProxyResult> =>
  jsonResponse(200, { status: 'ok', stage: settings.stage, release: settings.version })
