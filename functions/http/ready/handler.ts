import { loadConfigOf } from '@pauta/platform/config/load-config-of'
import { connectDatabase } from '@pauta/platform/database/database'
import { describeError } from '@pauta/platform/errors'
import { createLogger } from '@pauta/platform/telemetry/logger'
import { within } from '@pauta/platform/within'
import { LAG_LIMIT_SECONDS, lagSeconds, listStepLag, type StepLag } from '@pauta/core/operations/lag'
import { memoize } from '@pauta/platform/memoize'
import { connectSearchIndex } from '@pauta/core/search-index/client'
import { countMissing, readIndexFill, type IndexFill } from '@pauta/core/search-index/fill'
import { probeWrite } from '@pauta/platform/database/write-probe'
import { corsHeaders } from '../cors.ts'
import { observeHttp } from '../observe-http.ts'
import { jsonResponse } from '../responses.ts'
import { ready } from './endpoint.ts'

const CHECK_TIMEOUT_MS = 4000
const CACHE_SECONDS = 30

const config = loadConfigOf(ready)
const logger = createLogger({ level: config.settings.logLevel, fields: { function: 'ready' } })
const db = connectDatabase(config.database)
const index = connectSearchIndex(config.index)

/** Dependencies that the service needs. A check passes only with a positive answer in time. */
const CHECKS: Record<string, () => Promise<void>> = {
  postgresql: async () => {
    await db`select 1 from schema_migrations limit 1`
  },
  'search-index': async () => {
    if (!(await index.isHealthy())) throw new Error('the index reports that it is not healthy')
    if ((await index.findLiveCollection()) === undefined) throw new Error(`there is no alias ${index.alias}`)
  },
}

/** Caches an answer for some seconds; not at all on a stage without caching, as in tests. */
const cached = <T>(question: () => Promise<T>) =>
  memoize(question, { seconds: config.settings.catalogueSeconds === 0 ? 0 : CACHE_SECONDS })

/** Counting all articles takes long, and each probe writes a row, so the answers are cached. */
const countFill = cached(() => ask('index-fill', () => readIndexFill(db, index)))
const canWrite = cached(async () => (await ask('postgresql-writes', () => probeWrite(db))) !== undefined)

/** Returns the answer to a check. Returns undefined, and logs a line, when the check fails or times out. */
async function ask<T>(dependency: string, question: () => Promise<T>): Promise<{ answer: T } | undefined> {
  const late = () => new Error(`no answer in ${CHECK_TIMEOUT_MS} ms`)
  try {
    return { answer: await within(question(), CHECK_TIMEOUT_MS, late) }
  } catch (error) {
    logger.error({ dependency, cause: describeError(error) }, 'dependency is down')
    return undefined
  }
}

/** The lag of each step, by its name. */
function describeLag(lag: readonly StepLag[], now: Date) {
  return Object.fromEntries(
    lag.map(({ step, due, failed, ...open }) => [
      step,
      { due, failed, oldestOpenSeconds: lagSeconds(open, now) },
    ]),
  )
}

type Status = 'ok' | 'degraded' | 'down'

interface Findings {
  dependencies: Record<string, string>
  lag: readonly StepLag[] | undefined
  fill: IndexFill | undefined
  writable: boolean
}

/** An index that lacks documents is degraded; so is one that could not be counted. */
const isIndexWhole = (fill: IndexFill | undefined) => fill !== undefined && countMissing(fill) === 0

/** Returns `down` if a dependency fails, and `degraded` if readers miss new or some old articles. */
function statusOf({ dependencies, lag, fill, writable }: Findings, now: Date): Status {
  if (Object.values(dependencies).includes('down')) return 'down'
  const behind = lag?.some((step) => lagSeconds(step, now) > LAG_LIMIT_SECONDS) ?? true
  return behind || !writable || !isIndexWhole(fill) ? 'degraded' : 'ok'
}

const describeIndex = (fill: IndexFill | undefined) =>
  fill && {
    status: isIndexWhole(fill) ? 'ok' : 'degraded',
    documents: fill.documents,
    expected: fill.expected,
  }

/**
 * Readiness: the state of each dependency, whether PostgreSQL accepts writes, the share of articles in the index, and
 * the lag of each pipeline step. Returns 503 when a dependency is down. Returns 200 with `degraded`, because readers
 * are still served, in three cases: an article has waited for a step for more than 15 minutes; the index lacks
 * documents that no open step will add; nothing can be written (a full disk, a read-only server).
 */
export const handler = observeHttp({ name: 'ready', logger }, async (event) => {
  const [lag, fill, writable, ...results] = await Promise.all([
    ask('pipeline', () => listStepLag(db)),
    countFill(),
    canWrite(),
    ...Object.entries(CHECKS).map(
      async ([name, check]) => [name, (await ask(name, check)) ? 'ok' : 'down'] as const,
    ),
  ])
  const now = new Date()
  const dependencies = Object.fromEntries(results)
  const status = statusOf({ dependencies, lag: lag?.answer, fill: fill?.answer, writable }, now)
  const body = {
    status,
    release: config.settings.version,
    dependencies,
    writes: { postgresql: writable ? 'ok' : 'down' },
    index: describeIndex(fill?.answer) ?? null,
    pipeline: lag ? describeLag(lag.answer, now) : null,
  }
  // The page for operators reads the answer from the site's own host.
  return jsonResponse(status === 'down' ? 503 : 200, body, corsHeaders(event, []))
})
