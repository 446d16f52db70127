import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadConfigOf } from '@pauta/platform/config/load-config-of'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { addCacheHeaders, preconditionOf } from '../cache-headers.ts'
import { widget } from './endpoint.ts'

const CACHE_SECONDS = 3600

// Bundles have the file beside the handler; source code has it where it was built.
const script = readFileSync(join(import.meta.dirname, 'generated', 'widget.js'), 'utf8')
// A parameter, because a global name could be one of the page around.
const body = `(PAUTA_PUBLISHER=>{${script}})(${JSON.stringify(loadConfigOf(widget).publisher.name)})\n`

/** Returns the script of the widget. Any site may load it. */
export const handler = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> =>
  addCacheHeaders(
    {
      statusCode: 200,
      headers: {
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': `public, max-age=${CACHE_SECONDS}`,
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      },
      body,
    },
    preconditionOf(event),
    'accept-encoding',
  )
