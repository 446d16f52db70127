// A separate process for the scraper service, which a test kills. kill-scrapes.ts bundles and starts it. Its first line
// of input contains the environment, every further line the body of a request for agencies. It writes one line with the
// answer.
import { flushCompileCache } from 'node:module'
import { createInterface } from 'node:readline'
import type { Context, LambdaFunctionURLEvent } from 'aws-lambda'
import { applyEnvironment } from '@pauta/platform/config/config'

const PATH = '/scrape/agencies'
const LAMBDA_MS = 900_000

const eventOf = (body: string, key: string) =>
  ({
    rawPath: PATH,
    headers: { authorization: `Bearer ${key}` },
    requestContext: { requestId: 'test', http: { method: 'POST', path: PATH } },
    isBase64Encoded: false,
    body,
  }) as unknown as LambdaFunctionURLEvent

const context = { getRemainingTimeInMillis: () => LAMBDA_MS } as Context

let key = ''
let handler: ((event: LambdaFunctionURLEvent, context: Context) => Promise<unknown>) | undefined
for await (const line of createInterface({ input: process.stdin })) {
  if (handler === undefined) {
    const environment = JSON.parse(line) as Record<string, string>
    applyEnvironment(environment)
    key = (JSON.parse(environment['SST_RESOURCE_ScrapeService'] ?? '{}') as { key: string }).key
    const scraper = await import('@pauta/functions/scraper/handler')
    handler = scraper.handler
  } else {
    process.stdout.write(`${JSON.stringify(await handler(eventOf(line, key), context))}\n`)
    // Node would write the cache at the exit, and a killed process has none.
    flushCompileCache()
  }
}
process.exit()
