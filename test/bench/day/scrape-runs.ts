// The runs of the scrape jobs during the day, by agency, from the rows that the functions wrote and from their log.
import { EBC_AGENCIES } from '@pauta/functions/jobs/scrape-ebc/job'
import type { DbPool } from '@pauta/platform/database/database'
import type { SentRun } from './drive.ts'
import type { HostWait } from './meters.ts'
import type { ScheduledRun } from './real-lag.ts'

interface RunRow {
  target: string
  dueAt: Date
  startedAt: Date | null
  finishedAt: Date | null
  isSkipped: boolean
  isNotDue: boolean
}

interface PauseRow {
  agencyKey: string
  endedAt: Date
  pauseMs: number
}

/** Whether an instant lies between the start and the end of a run, such as that of a line of the service that it calls. */
function isWithin(row: RunRow | undefined, at: number): boolean {
  const startedAt = row?.startedAt?.getTime() ?? Infinity
  return startedAt <= at && at <= (row?.finishedAt?.getTime() ?? Infinity)
}

function outcomeOf(row: RunRow | undefined): ScheduledRun['outcome'] {
  if (row === undefined) return 'unread'
  if (row.isSkipped) return 'skipped'
  return row.isNotDue ? 'not_due' : 'asked'
}

/**
 * Returns the runs that the schedules sent for each agency, by due time. The job of the broadcaster, without a target,
 * reads two agencies in one run.
 */
export async function listScrapeRuns(
  db: DbPool,
  { sent, waits }: { sent: readonly SentRun[]; waits: readonly HostWait[] },
): Promise<Map<string, ScheduledRun[]>> {
  const rows = await db<RunRow[]>`
    select target, scheduled_time as due_at, started_at, finished_at, status = 'skipped' as is_skipped,
      coalesce(result ->> 'status', '') = 'not_due' as is_not_due
    from job_runs where job in ('scrape', 'scrape-ebc')`
  const pauses = await db<PauseRow[]>`
    select agency_key, ended_at, extract(epoch from pause)::float8 * 1000 as pause_ms from bench_pauses`
  const pausesOf = Map.groupBy(pauses, ({ agencyKey }) => agencyKey)
  const waitsOf = Map.groupBy(
    waits.flatMap(({ agencies, ...wait }) => agencies.map((agency) => ({ ...wait, agency }))),
    ({ agency }) => agency,
  )
  const runs = new Map<string, ScheduledRun[]>()
  const rowOf = new Map(rows.map((row) => [`${row.target} ${row.dueAt.getTime()}`, row]))
  for (const { target, dueAt } of sent)
    for (const agency of target === '' ? EBC_AGENCIES : [target]) {
      const row = rowOf.get(`${target} ${dueAt}`)
      const pause = pausesOf.get(agency)?.findLast(({ endedAt }) => isWithin(row, endedAt.getTime()))
      const wait = waitsOf.get(agency)?.findLast(({ at }) => isWithin(row, at))
      const run: ScheduledRun = {
        dueAt,
        startedAt: row?.startedAt?.getTime() ?? null,
        endedAt: row?.finishedAt?.getTime() ?? null,
        outcome: outcomeOf(row),
        pauseMs: pause?.pauseMs ?? null,
        waitedMs: wait?.milliseconds ?? 0,
      }
      runs.set(agency, [...(runs.get(agency) ?? []), run])
    }
  return runs
}
