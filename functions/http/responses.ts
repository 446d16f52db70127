import type { APIGatewayProxyResult } from 'aws-lambda'
import type { ErrorCode } from '@pauta/platform/errors'

export function jsonResponse(
  statusCode: number,
  body: unknown,
  headers: Record<string, string> = {},
): APIGatewayProxyResult {
  return {
    statusCode,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
    body: JSON.stringify(body),
  }
}

/** A plain-text answer, for people who call by hand. */
export function textResponse(
  statusCode: number,
  text: string,
  headers: Record<string, string> = {},
): APIGatewayProxyResult {
  return {
    statusCode,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
    body: text,
  }
}

/** An error outside of any operation, in the shape of a GraphQL answer, so that clients read all errors alike. */
export function errorResponse(
  statusCode: number,
  error: { code: ErrorCode | 'GRAPHQL_PARSE_FAILED'; message: string },
  headers: Record<string, string> = {},
): APIGatewayProxyResult {
  const { code, message } = error
  return jsonResponse(statusCode, { errors: [{ message, extensions: { code } }] }, headers)
}
