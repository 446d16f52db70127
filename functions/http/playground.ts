import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { findHeader } from './cors.ts'
import { PLAYGROUND_HEADERS } from './playground-page.ts'
import { textResponse } from './responses.ts'

const CACHE_SECONDS = 3600

// Bundled code has the file beside it; unbundled code has it where it was made.
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

/** API Gateway decodes a binary answer only for a request whose first media type is one of the API's binary types. */
const asksForPage = (event: APIGatewayProxyEvent) =>
  findHeader(event, 'accept')?.split(/[,;]/, 1)[0]?.trim().toLowerCase() === 'text/html'

/** The whole playground, gzipped beforehand: plain it would be larger than a Lambda's answer may be. */
export const handler = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> =>
  asksForPage(event) ? page : textResponse(200, NO_BROWSER, { vary: 'accept' })
