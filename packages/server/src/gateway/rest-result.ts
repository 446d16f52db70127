import type { ServerResponse } from 'node:http'
import type { APIGatewayProxyResult } from 'aws-lambda'

/** Headers of the connection. Node sets them itself. */
const CONNECTION_HEADERS = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding'])

/** API Gateway would refuse the value that a handler returned. */
export class MalformedResult extends Error {
  override readonly name = 'MalformedResult'
}

export type ResultHead = Pick<APIGatewayProxyResult, 'statusCode' | 'headers' | 'multiValueHeaders'>

/** Checks status and headers of a result or of a stream's metadata. Throws MalformedResult. */
export function readResultHead(value: unknown): ResultHead {
  const head = (typeof value === 'object' && value !== null ? value : {}) as Partial<ResultHead>
  const { statusCode } = head
  if (
    typeof statusCode !== 'number' ||
    !Number.isInteger(statusCode) ||
    statusCode < 100 ||
    statusCode > 599
  ) {
    throw new MalformedResult('The handler returned no statusCode between 100 and 599')
  }
  return { ...head, statusCode }
}

/** Checks what a handler returned. Throws MalformedResult, which API Gateway answers with 502. */
export function readResult(value: unknown): APIGatewayProxyResult {
  const head = readResultHead(value)
  const { body = '', isBase64Encoded = false } = value as Partial<APIGatewayProxyResult>
  if (typeof body !== 'string') throw new MalformedResult('The handler returned a body that is no text')
  return { ...head, body, isBase64Encoded }
}

/** Sets status and headers. For a header in both lists, the values of `multiValueHeaders` are used. */
export function setHead(
  response: ServerResponse,
  { statusCode, headers, multiValueHeaders }: ResultHead,
): void {
  const lists: [string, (boolean | number | string)[]][] = [
    ...Object.entries(headers ?? {}).map(([name, value]): [string, (boolean | number | string)[]] => [
      name,
      [value],
    ]),
    ...Object.entries(multiValueHeaders ?? {}),
  ]
  for (const [name, values] of lists) {
    if (CONNECTION_HEADERS.has(name.toLowerCase())) continue
    response.setHeader(name, values.length === 1 ? String(values[0]) : values.map(String))
  }
  if (!response.hasHeader('content-type')) response.setHeader('content-type', 'application/json')
  response.statusCode = statusCode
}

/**
 * Writes a proxy result to the client. A base64 body is decoded only when the first media type of the client's Accept
 * header is binary for this API. Other clients receive the base64 text, also in the cloud.
 */
export function writeResult(
  response: ServerResponse,
  result: APIGatewayProxyResult,
  acceptsBinary: boolean,
): void {
  setHead(response, result)
  const isBytes = result.isBase64Encoded === true && acceptsBinary
  response.end(Buffer.from(result.body, isBytes ? 'base64' : 'utf8'))
}
