import { loadConfig } from '@pauta/core/config'
import { connectDatabase } from '@pauta/core/database'
import { describeError } from '@pauta/core/errors'
import { createLogger } from '@pauta/core/logger'
import { connectSearchIndex } from '@pauta/core/search-index/client'
import type { APIGatewayProxyResult } from 'aws-lambda'
import { jsonResponse } from './responses.ts'

const CHECK_TIMEOUT_MS = 4000

const config = loadConfig('settings', 'database', 'index')
const logger = createLogger({ level: config.settings.logLevel, fields: { function: 'ready' } })
const db = connectDatabase(config.database)
const index = connectSearchIndex(config.index)

/** What the service cannot answer without. A check passes only by a positive answer within its time. */
const CHECKS: Record<string, () => Promise<void>> = {
  postgresql: async () => {
    await db`select 1 from schema_migrations limit 1`
  },
  'search-index': async () => {
    if (!(await index.isHealthy())) throw new Error('the index says it is not healthy')
    if ((await index.findLiveCollection()) === undefined) throw new Error(`there is no alias ${index.alias}`)
  },
}

async function passes(name: string, check: () => Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${CHECK_TIMEOUT_MS} ms`)), CHECK_TIMEOUT_MS)
  })
  try {
    await Promise.race([check(), late])
    return true
  } catch (error) {
    logger.error({ dependency: name, cause: describeError(error) }, 'dependency is down')
    return false
  } finally {
    clearTimeout(timer)
  }
}

/** Readiness: each dependency by name, 503 when one is down. */
export const handler = async (): Promise<APIGatewayProxyResult> => {
  const results = await Promise.all(
    Object.entries(CHECKS).map(
      async ([name, check]) => [name, (await passes(name, check)) ? 'ok' : 'down'] as const,
    ),
  )
  const ready = results.every(([, state]) => state === 'ok')
  return jsonResponse(ready ? 200 : 503, {
    status: ready ? 'ok' : 'down',
    release: config.settings.release,
    dependencies: Object.fromEntries(results),
  })
}
