import type { Db } from '@pauta/platform/database/database'
import type { OldRows } from '@pauta/platform/database/old-rows'
import { DAY_MS } from '@pauta/platform/time/time'

/** What can be wrong for a while. */
const INCIDENT_KINDS = [
  'agency-unread',
  'step-late',
  'job-failed',
  'dead-letters',
  'deliveries-late',
  'index-unhealthy',
  'accuracy-fell',
] as const
export type IncidentKind = (typeof INCIDENT_KINDS)[number]

/** Longest stored reason, in characters. */
const REASON_MAX_CHARACTERS = 500

/** Something that is wrong now. Kind and subject identify it while it lasts. */
export interface Trouble {
  kind: IncidentKind
  /** Key of the agency, name of the step, job, queue or channel; '' for the index. */
  subject: string
  /** When it began, as far as the measures show. */
  beganAt: Date
  /** Seconds of delay, failed runs or dead letters; 0 where there is no measure. */
  worst: number
  /** For operators alone. */
  reason: string | null
}

/** A time in which something was wrong. */
export interface Incident extends Trouble {
  id: string
  /** Null when the subject is no agency. */
  agencyName: string | null
  /** Null while it lasts. */
  endedAt: Date | null
}

/** What is wrong now. Kinds that could not be measured are named, so that their incidents do not end. */
export interface Findings {
  troubles: readonly Trouble[]
  unmeasured: readonly IncidentKind[]
}

/**
 * Records what is wrong now: begins an incident for each new trouble, keeps the worst measure of those that last, and
 * ends those that are gone. Returns how many began and ended.
 */
export async function recordIncidents(
  db: Db,
  { troubles, unmeasured }: Findings,
  now: Date,
): Promise<{ began: number; ended: number }> {
  const rows = troubles.map(({ beganAt, reason, ...trouble }) => ({
    ...trouble,
    beganAt: beganAt.toISOString(),
    reason: reason?.slice(0, REASON_MAX_CHARACTERS) ?? null,
  }))
  const [row] = await db<{ began: number; ended: number }[]>`
    with current as (
      select * from jsonb_to_recordset(${db.json(rows)}) as c (
        kind text, subject text, "beganAt" timestamptz, worst int, reason text)
    ), ended as (
      update incidents i set ended_at = ${now}
      where i.ended_at is null and i.kind <> all(${[...unmeasured]}::text[])
        and not exists (select from current c where c.kind = i.kind and c.subject = i.subject)
      returning 1
    ), lasting as (
      insert into incidents as i (kind, subject, began_at, worst, reason)
      select distinct on (kind, subject) kind, subject, least("beganAt", ${now}), worst, reason from current
      on conflict (kind, subject) where ended_at is null do update set
        worst = greatest(i.worst, excluded.worst), reason = excluded.reason
      returning (xmax = 0) as is_new
    )
    select (select count(*)::int from lasting where is_new) as began, (select count(*)::int from ended) as ended`
  return row ?? { began: 0, ended: 0 }
}

/** Lists incidents that last or ended in the last days: those that last first, then the latest. */
export async function listIncidents(
  db: Db,
  { days, now, limit }: { days: number; now: Date; limit: number },
): Promise<Incident[]> {
  const since = new Date(now.getTime() - days * DAY_MS)
  return await db<Incident[]>`
    select i.id::text, i.kind, i.subject, g.name as agency_name, i.began_at, i.ended_at, i.worst, i.reason
    from incidents i left join agencies g on i.kind = 'agency-unread' and g.key = i.subject
    where i.ended_at is null or i.ended_at > ${since}
    order by i.ended_at is not null, i.began_at desc, i.id desc
    limit ${limit}`
}

/** Removes at most `limit` incidents that ended before an instant. Returns their number. */
export async function removeOldIncidents(db: Db, { before, limit }: OldRows): Promise<number> {
  const { count } = await db`
    delete from incidents where ctid = any(array(
      select ctid from incidents where ended_at < ${before} limit ${limit}))`
  return count
}
