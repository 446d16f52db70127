import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { APIGatewayProxyResult } from 'aws-lambda'

const CACHE_SECONDS = 3600

// Bundled code has the file beside it; unbundled code has it where it was made.
const body = readFileSync(join(import.meta.dirname, 'generated', 'playground.html.gz')).toString('base64')

/** The whole playground, gzipped beforehand: plain it would be larger than a Lambda's answer may be. */
export const handler = async (): Promise<APIGatewayProxyResult> => ({
  statusCode: 200,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-encoding': 'gzip',
    'cache-control': `public, max-age=${CACHE_SECONDS}`,
  },
  isBase64Encoded: true,
  body,
})
