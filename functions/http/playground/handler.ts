import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { findHeader } from '../cors.ts'
import { PLAYGROUND_HEADERS } from './playground-page.ts'
import { textResponse } from '../responses.ts'

const CACHE_SECONDS = 3600

// Bundles have the file beside the handler; source code has it where it was built.
const body = readFileSync(join(import.meta.dirname, 'generated', 'playground.html.gz')).toString('base64')

const page: APIGatewayProxyResult = {
  statusCode: 200,
  headers: {
    ...PLAYGROUND_HEADERS,
    'content-encoding': 'gzip',
    'cache-control': `public, max-age=${CACHE_SECONDS}`,
    vary: 'accept',
  },
  isBase64Encoded: true,
  body,
}

const NO_BROWSER =
  'O playground é uma página: abra este endereço em um navegador. Programas enviam consultas a /graphql.\n'

/** API Gateway decodes a binary answer only if the request's first media type is one of the API's binary types. */
const asksForPage = (event: APIGatewayProxyEvent) =>
  findHeader(event, 'accept')?.split(/[,;]/, 1)[0]?.trim().toLowerCase() === 'text/html'

/** Returns the playground, gzipped in advance: uncompressed it would exceed the limit of a Lambda's answer. */
export const handler = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> =>
  asksForPage(event) ? page : textResponse(200, NO_BROWSER, { vary: 'accept' })
