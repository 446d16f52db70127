import type { Db } from '@pauta/platform/database/database'
import { CLOCKS_DIFFER_MS } from '@pauta/platform/time/time'
import type { Clipping } from '../clippings/clipping.ts'

type MistimedClipping = Pick<Clipping, 'id' | 'schedule' | 'active' | 'startDate' | 'endDate' | 'nextRunAt'>

/**
 * Repairs at most `limit` clippings that ran or changed while a machine's clock was ahead. Computes the next run again,
 * and sets stored times of the future to now. Returns the number of repaired clippings.
 */
export async function repairClockSkew(db: Db, { now, limit }: { now: Date; limit: number }): Promise<number> {
  const future = new Date(now.getTime() + CLOCKS_DIFFER_MS)
  const mistimed = await db<MistimedClipping[]>`
    select id, schedule, active, start_date::text, end_date::text, next_run_at from clippings
    where greatest(timed_at, delivered_until, sent_at, answered_at) > greatest(${future}::timestamptz, clock_timestamp())
    order by id limit ${limit}`
  if (mistimed.length === 0) return 0
  // Almost no sweep finds one, so schedules are loaded late.
  const [{ findNextRun }, { parseSchedule }] = await Promise.all([
    import('../schedules/due-time.ts'),
    import('../schedules/schedule.ts'),
  ])
  const rows = mistimed.map(({ id, schedule, nextRunAt, ...timing }) => ({
    id,
    before: nextRunAt?.toISOString() ?? null,
    after:
      findNextRun({ ...timing, schedule: parseSchedule(schedule, 'schedule') }, now)?.toISOString() ?? null,
  }))
  // If a run or a person changed the clipping meanwhile, the next sweep repairs it.
  const { count } = await db`
    update clippings c set
      next_run_at = case when c.next_run_at is null or c.next_run_at <= ${now} then c.next_run_at
        else r.after end,
      timed_at = ${now},
      delivered_until = case when c.delivered_until > ${now} then ${now} else c.delivered_until end,
      woken_at = case when c.woken_at > ${now} then ${now} else c.woken_at end,
      sent_at = case when c.sent_at > ${now} then ${now} else c.sent_at end,
      answered_at = case when c.answered_at > ${now} then ${now} else c.answered_at end,
      send_due_at = case when c.send_due_at > ${now} then ${now} else c.send_due_at end
    from jsonb_to_recordset(${db.json(rows)}) as r (id text, before timestamptz, after timestamptz)
    where c.id = r.id and date_trunc('milliseconds', c.next_run_at) is not distinct from r.before`
  return count
}
