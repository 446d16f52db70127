import type { Db } from '@pauta/platform/database/database'

/** Why dead letters of a queue failed, and how many of those that were read. */
export interface DeadLetterReason {
  reason: string
  messages: number
}

/** The messages of a worker's queue at the last measure. SQS counts approximately. */
export interface QueueDepth {
  queue: string
  /** Messages that no worker has received. */
  waiting: number
  /** Messages that a worker has received and not finished, or that wait for a retry. */
  inFlight: number
  dead: number
  reasons: DeadLetterReason[]
  measuredAt: Date
}

/** Stores the measures of some queues. */
export async function saveQueueDepths(
  db: Db,
  depths: readonly Omit<QueueDepth, 'measuredAt'>[],
  now: Date,
): Promise<void> {
  if (depths.length === 0) return
  await db`
    insert into queue_depths (queue, waiting, in_flight, dead, reasons, measured_at)
    select queue, waiting, "inFlight", dead, reasons, ${now}
    from jsonb_to_recordset(${db.json(depths as never)}) as d (
      queue text, waiting int, "inFlight" int, dead int, reasons jsonb)
    on conflict (queue) do update set waiting = excluded.waiting, in_flight = excluded.in_flight,
      dead = excluded.dead, reasons = excluded.reasons, measured_at = excluded.measured_at`
}

/** Lists the last measures of the given queues, in their order. Skips queues that were never measured. */
export async function listQueueDepths(db: Db, queues: readonly string[]): Promise<QueueDepth[]> {
  return await db<QueueDepth[]>`
    select d.queue, d.waiting, d.in_flight, d.dead, d.reasons, d.measured_at
    from unnest(${[...queues]}::text[]) with ordinality as q (queue, position)
    join queue_depths d on d.queue = q.queue
    order by q.position`
}
