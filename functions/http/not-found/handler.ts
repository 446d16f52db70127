import { loadConfigOf } from '@pauta/platform/config/load-config-of'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { corsHeaders } from '../cors.ts'
import { errorResponse } from '../responses.ts'
import { notFound } from './endpoint.ts'

const { settings } = loadConfigOf(notFound)

/** Answers paths without a route. */
export const handler = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> =>
  errorResponse(
    404,
    {
      code: 'WRONG_ENDPOINT',
      message: `Não há nada em ${event.path}. Consultas e mutações são atendidas em /graphql, assinaturas em /graphql/stream.`,
    },
    corsHeaders(event, settings.corsOrigins),
  )
