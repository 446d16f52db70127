import type { Db } from '@pauta/platform/database/database'
import { listAgencyFreshness, STALE_AFTER_MINUTES } from '@pauta/core/steps/freshness'
import {
  lagSeconds,
  listAgencyLag,
  listFailedSteps,
  listStepLag,
  type PipelineScope,
  type StepLag,
} from '@pauta/core/steps/lag'
import { describeSeconds, renderTable } from '../terminal/table.ts'

const ROWS_SHOWN = 20
const REASON_MAX_CHARACTERS = 100
/** The jobs whose runs are for one agency each. */
const SCRAPES = ['scrape']

const count = (value: number) => value.toLocaleString('en-US')
const age = (at: Date | null, now: Date) =>
  at === null ? 'never' : describeSeconds((now.getTime() - at.getTime()) / 1000)
const openSince = (lag: StepLag, now: Date) =>
  lag.oldestOpenAt === null ? '' : describeSeconds(lagSeconds(lag, now))

async function describeSteps(db: Db, { step }: PipelineScope, now: Date): Promise<string[]> {
  const lag = (await listStepLag(db)).filter((row) => step === undefined || row.step === step)
  return renderTable(
    ['step', 'due', 'failed', 'oldest open since'],
    lag.map((row) => [row.step, count(row.due), count(row.failed), openSince(row, now)]),
  )
}

async function describeAgencies(db: Db, scope: PipelineScope, now: Date): Promise<string[]> {
  const lag = await listAgencyLag(db, { ...scope, limit: ROWS_SHOWN })
  if (lag.length === 0) return []
  const table = renderTable(
    ['agency', 'step', 'due', 'failed', 'oldest open since'],
    lag.map((row) => [row.agencyKey, row.step, count(row.due), count(row.failed), openSince(row, now)]),
  )
  return ['', `Waiting for longest (${ROWS_SHOWN} at most):`, ...table]
}

async function describeFailures(db: Db, scope: PipelineScope): Promise<string[]> {
  const failed = await listFailedSteps(db, { ...scope, limit: ROWS_SHOWN })
  if (failed.length === 0) return []
  const table = renderTable(
    ['article', 'step', 'tries', 'reason'],
    failed.map(({ uniqueId, step, attempts, error }) => [
      uniqueId,
      step,
      String(attempts),
      (error ?? 'not told').replaceAll(/\s+/g, ' ').slice(0, REASON_MAX_CHARACTERS),
    ]),
  )
  return ['', `Failed last (${ROWS_SHOWN} at most):`, ...table]
}

async function describeFreshness(db: Db, { agencyKey }: PipelineScope, now: Date): Promise<string[]> {
  const known = await listAgencyFreshness(db, { jobs: SCRAPES, limit: 1000 })
  const stale = known.filter((row) =>
    agencyKey === undefined
      ? row.scrapedAt === null || now.getTime() - row.scrapedAt.getTime() > STALE_AFTER_MINUTES * 60_000
      : row.agencyKey === agencyKey,
  )
  if (stale.length === 0) return []
  const title = agencyKey === undefined ? `Not read for ${STALE_AFTER_MINUTES} minutes` : 'Read last'
  const table = renderTable(
    ['agency', 'read', 'missed since', 'newest article'],
    stale
      .slice(0, ROWS_SHOWN)
      .map((row) => [
        row.agencyKey,
        age(row.scrapedAt, now),
        count(row.missedRuns),
        age(row.newestArticleAt, now),
      ]),
  )
  return ['', `${title} (${stale.length}):`, ...table]
}

/** The lines that say how the pipeline stands: steps, agencies that wait, failures with reasons, stale agencies. */
export async function describeStatus(db: Db, scope: PipelineScope, now: Date): Promise<string[]> {
  return [
    ...(await describeSteps(db, scope, now)),
    ...(await describeAgencies(db, scope, now)),
    ...(await describeFailures(db, scope)),
    ...(await describeFreshness(db, scope, now)),
  ]
}
