import { listIncidents } from '@pauta/core/operations/incidents'
import { lagSeconds, listStepLag } from '@pauta/core/operations/lag'
import { listQueueDepths } from '@pauta/core/operations/queue-depths'
import type { DbPool } from '@pauta/platform/database/database'
import type { Answered } from '../gateway/http-front.ts'
import { measureFreeBytes } from '../data-folder/disk-space.ts'
import type { Measure } from './prometheus.ts'

const INCIDENTS_MAX = 1000

/** Counts answers by route and status. Routes are those of the list of endpoints, so the counters are bounded. */
export function makeAnswerCounters() {
  const counts = new Map<
    string,
    { labels: { route: string; status: string }; answers: number; seconds: number }
  >()
  return {
    count({ route, status, seconds }: Answered): void {
      const key = `${route} ${status}`
      const entry = counts.get(key) ?? { labels: { route, status: String(status) }, answers: 0, seconds: 0 }
      entry.answers += 1
      entry.seconds += seconds
      counts.set(key, entry)
    },
    list(): Measure[] {
      const entries = [...counts.values()]
      return [
        {
          name: 'pauta_http_answers_total',
          type: 'counter',
          help: 'Answers by route and status.',
          values: entries.map(({ labels, answers }) => ({ labels, value: answers })),
        },
        {
          name: 'pauta_http_seconds_total',
          type: 'counter',
          help: 'Seconds until the ends of these answers.',
          values: entries.map(({ labels, seconds }) => ({ labels, value: seconds })),
        },
      ]
    },
  }
}

const gauge = (name: string, help: string, values: Measure['values']): Measure => ({
  name,
  type: 'gauge',
  help,
  values,
})

async function measurePipeline(db: DbPool, queues: readonly string[], now: Date): Promise<Measure[]> {
  const lag = await listStepLag(db)
  const depths = await listQueueDepths(db, queues)
  const incidents = await listIncidents(db, { days: 1, now, limit: INCIDENTS_MAX })
  const lasting = Map.groupBy(
    incidents.filter(({ endedAt }) => endedAt === null),
    ({ kind }) => kind,
  )
  const ofSteps = (value: (step: (typeof lag)[number]) => number) =>
    lag.map((step) => ({ labels: { step: step.step }, value: value(step) }))
  return [
    gauge(
      'pauta_step_due',
      'Articles that wait for a step.',
      ofSteps(({ due }) => due),
    ),
    gauge(
      'pauta_step_failed',
      'Articles whose step failed.',
      ofSteps(({ failed }) => failed),
    ),
    gauge(
      'pauta_step_oldest_seconds',
      'Seconds that the oldest open article of a step waits.',
      ofSteps((step) => lagSeconds(step, now)),
    ),
    gauge(
      'pauta_queue_messages',
      'Messages of a queue at the last sweep.',
      depths.flatMap(({ queue, waiting, inFlight, dead }) => [
        { labels: { queue, state: 'waiting' }, value: waiting },
        { labels: { queue, state: 'in_flight' }, value: inFlight },
        { labels: { queue, state: 'dead' }, value: dead },
      ]),
    ),
    gauge(
      'pauta_incidents',
      'Incidents that last, by kind.',
      [...lasting].map(([kind, list]) => ({ labels: { kind }, value: list.length })),
    ),
  ]
}

/** Measures the process, its disk and, when the database answers, the pipeline. */
export async function measureMachine({
  db,
  dataDir,
  queues,
}: {
  db: DbPool
  dataDir: string
  queues: readonly string[]
}): Promise<Measure[]> {
  // A database that does not answer is a measure too; the operator gets a mail about it.
  const pipeline = await measurePipeline(db, queues, new Date()).catch(() => undefined)
  return [
    gauge('pauta_database_up', 'Whether PostgreSQL answers.', [{ value: pipeline ? 1 : 0 }]),
    gauge('process_resident_memory_bytes', 'Memory of the process.', [{ value: process.memoryUsage.rss() }]),
    gauge('process_start_time_seconds', 'Start of the process since 1970.', [
      { value: Math.round(performance.timeOrigin / 1000) },
    ]),
    gauge('pauta_disk_free_bytes', 'Free bytes of the disk of PAUTA_DATA.', [
      { value: await measureFreeBytes(dataDir) },
    ]),
    ...(pipeline ?? []),
  ]
}
