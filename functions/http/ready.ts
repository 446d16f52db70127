import { loadConfig } from '@pauta/core/config'
import { connectDatabase } from '@pauta/core/database'
import { describeError } from '@pauta/core/errors'
import { createLogger } from '@pauta/core/logger'
import { LAG_LIMIT_SECONDS, lagSeconds, listStepLag, type StepLag } from '@pauta/core/pipeline/lag'
import { connectSearchIndex } from '@pauta/core/search-index/client'
import { observeHttp } from './observe-http.ts'
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

/** What comes of a question within its time; undefined, and a line in the log, when it fails or takes longer. */
async function ask<T>(dependency: string, question: () => Promise<T>): Promise<{ answer: T } | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${CHECK_TIMEOUT_MS} ms`)), CHECK_TIMEOUT_MS)
  })
  try {
    return { answer: await Promise.race([question(), late]) }
  } catch (error) {
    logger.error({ dependency, cause: describeError(error) }, 'dependency is down')
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/** How far behind each step is, by its name. */
function describeLag(lag: readonly StepLag[], now: Date) {
  return Object.fromEntries(
    lag.map(({ step, due, failed, ...open }) => [
      step,
      { due, failed, oldestOpenSeconds: lagSeconds(open, now) },
    ]),
  )
}

type Status = 'ok' | 'degraded' | 'down'

/** What has to answer decides between ok and down; articles that wait too long, or nobody knows how long, degrade. */
function statusOf(
  dependencies: Record<string, string>,
  lag: readonly StepLag[] | undefined,
  now: Date,
): Status {
  if (Object.values(dependencies).includes('down')) return 'down'
  const behind = lag?.some((step) => lagSeconds(step, now) > LAG_LIMIT_SECONDS) ?? true
  return behind ? 'degraded' : 'ok'
}

/**
 * Readiness: each dependency by name and how far behind each step of the pipeline is. 503 when a dependency is down;
 * 200 with `degraded` when a step has had an article open for more than 15 minutes, as readers are still served.
 */
export const handler = observeHttp({ name: 'ready', settings: config.settings, logger }, async () => {
  const [lag, ...results] = await Promise.all([
    ask('pipeline', () => listStepLag(db)),
    ...Object.entries(CHECKS).map(
      async ([name, check]) => [name, (await ask(name, check)) ? 'ok' : 'down'] as const,
    ),
  ])
  const now = new Date()
  const dependencies = Object.fromEntries(results)
  const status = statusOf(dependencies, lag?.answer, now)
  return jsonResponse(status === 'down' ? 503 : 200, {
    status,
    release: config.settings.release,
    dependencies,
    pipeline: lag ? describeLag(lag.answer, now) : null,
  })
})
