// The runs of the scrape jobs during the day, by agency, from the rows that the functions wrote and from their log.
import { EBC_AGENCIES, scrapeEbc } from '@pauta/functions/jobs/scrape-ebc/job'
import type { DbPool } from '@pauta/platform/database/database'
import type { SentRun } from './drive.ts'
import type { HostWait } from './meters.ts'
import type { ScheduledRun } from './real-lag.ts'

interface RunRow {
  job: string
  dueAt: Date
  startedAt: Date | null
  finishedAt: Date | null
  isSkipped: boolean
}

interface PauseRow {
  agencyKey: string
  endedAt: Date
  pauseMs: number
}

/** Whether an instant lies between the start and the end of a run. */
function isWithin(row: RunRow | undefined, at: number): boolean {
  const startedAt = row?.startedAt?.getTime() ?? Infinity
  return startedAt <= at && at <= (row?.finishedAt?.getTime() ?? Infinity)
}

function outcomeOf(row: RunRow | undefined, hasRead: boolean): ScheduledRun['outcome'] {
  if (row === undefined) return 'unread'
  if (row.isSkipped) return 'skipped'
  return hasRead ? 'asked' : 'not_due'
}

/** Returns the runs that the schedules sent, by due time, for each agency that one of them read. */
export async function listScrapeRuns(
  db: DbPool,
  { sent, waits }: { sent: readonly SentRun[]; waits: readonly HostWait[] },
): Promise<Map<string, ScheduledRun[]>> {
  const rows = await db<RunRow[]>`
    select job, scheduled_time as due_at, started_at, finished_at, status = 'skipped' as is_skipped
    from job_runs where job in ('scrape', 'scrape-ebc') and target = ''`
  const pauses = await db<PauseRow[]>`
    select agency_key, ended_at, extract(epoch from pause)::float8 * 1000 as pause_ms from bench_pauses`
  const pausesOf = Map.groupBy(pauses, ({ agencyKey }) => agencyKey)
  const waitsOf = Map.groupBy(
    waits.flatMap(({ agencies, ...wait }) => agencies.map((agency) => ({ ...wait, agency }))),
    ({ agency }) => agency,
  )
  const runs = new Map<string, ScheduledRun[]>()
  const rowOf = new Map(rows.map((row) => [`${row.job} ${row.dueAt.getTime()}`, row]))
  const broadcasters: readonly string[] = EBC_AGENCIES
  for (const { job, dueAt } of sent)
    for (const agency of pausesOf.keys()) {
      if (broadcasters.includes(agency) !== (job === scrapeEbc.name)) continue
      const row = rowOf.get(`${job} ${dueAt}`)
      const pause = pausesOf.get(agency)?.findLast(({ endedAt }) => isWithin(row, endedAt.getTime()))
      const wait = waitsOf.get(agency)?.findLast(({ at }) => isWithin(row, at))
      const run: ScheduledRun = {
        dueAt,
        startedAt: row?.startedAt?.getTime() ?? null,
        endedAt: row?.finishedAt?.getTime() ?? null,
        outcome: outcomeOf(row, pause !== undefined),
        pauseMs: pause?.pauseMs ?? null,
        waitedMs: wait?.milliseconds ?? 0,
      }
      runs.set(agency, [...(runs.get(agency) ?? []), run])
    }
  return runs
}
