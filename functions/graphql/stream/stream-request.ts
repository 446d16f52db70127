import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import * as z from 'zod'
import { parseJson } from '@pauta/platform/input/parse-json'
import { errorResponse } from '../../http/responses.ts'
import { readBodyText, refuseLargeBody, sendsJson } from '../limits/request-check.ts'

/** Twice the size of the longest text with the longest prompt in any encoding. */
const BODY_MAX_BYTES = 200_000

const requestSchema = z.object({
  query: z.string().min(1),
  operationName: z.string().nullish(),
  variables: z.record(z.string(), z.unknown()).nullish(),
})

/** The operation in a request. */
export type StreamRequest = z.output<typeof requestSchema>

/** A request, or the error for an unreadable one. */
export type ReadRequest = { request: StreamRequest } | { refusal: APIGatewayProxyResult }

const refuse = (status: number, message: string, headers?: Record<string, string>): ReadRequest => ({
  refusal: errorResponse(status, { code: 'BAD_REQUEST', message }, headers),
})

function readQueryString({ queryStringParameters }: APIGatewayProxyEvent): unknown {
  const { query, operationName, variables } = queryStringParameters ?? {}
  // Text that is not JSON stays text, and the schema below refuses it.
  return { query, operationName, variables: variables ? (parseJson(variables) ?? variables) : undefined }
}

/** Reads the operation from a POST with JSON or a GET with parameters, as on /graphql. */
export function readStreamRequest(event: APIGatewayProxyEvent): ReadRequest {
  const { httpMethod } = event
  if (httpMethod !== 'POST' && httpMethod !== 'GET')
    return refuse(405, 'Assinaturas são pedidas por POST ou GET.', { allow: 'GET, POST, OPTIONS' })
  if (httpMethod === 'POST' && !sendsJson(event)) return refuse(415, 'Envie o corpo como application/json.')
  const large = refuseLargeBody(event, BODY_MAX_BYTES)
  if (large) return { refusal: large }
  const value = httpMethod === 'POST' ? parseJson(readBodyText(event)) : readQueryString(event)
  if (value === undefined) return refuse(400, 'O corpo da requisição não é JSON válido.')
  const { success, data } = requestSchema.safeParse(value)
  if (success) return { request: data }
  return refuse(
    400,
    'A requisição precisa de query (texto) e, se houver, variables (objeto) e operationName.',
  )
}
