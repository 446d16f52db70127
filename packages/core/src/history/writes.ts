import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Db } from '@pauta/platform/database/database'
import type { NewEvent, ReplacedVersion } from './event.ts'

/**
 * Held from the position of an event to the end of its transaction, so that positions follow the order of commits: a
 * reader who has read up to a position misses nothing that commits later.
 */
const POSITIONS_LOCK = 5_301_001

/** Texts compress to about 40 %; more effort gains 1 %. */
const GZIP_LEVEL = 6

/** Returns the row of a replaced version. Its text is addressed by its digest. */
function versionRow({ content, ...columns }: ReplacedVersion) {
  const digest = content === null ? null : createHash('sha256').update(content).digest('hex')
  return { ...columns, digest }
}

/** Returns the distinct texts of replaced versions, compressed, in hexadecimal digits. */
function textRows(events: readonly NewEvent[]) {
  const texts = new Set(events.flatMap(({ edit }) => edit?.replaced.content ?? []))
  return [...texts].map((text) => ({
    digest: createHash('sha256').update(text).digest('hex'),
    body: gzipSync(text, { level: GZIP_LEVEL }).toString('hex'),
  }))
}

/**
 * Appends events, and the versions that edits replaced, in the order of the list: one statement. The caller holds the
 * locks of the articles and appends last in its transaction, because other writers wait for the order of positions.
 */
export async function recordEvents(db: Db, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ edit, ...event }, ordinal) => ({
    ...event,
    ordinal,
    makesVersion: event.kind === 'appeared' || event.kind === 'edited',
    grade: edit?.grade ?? null,
    reason: edit?.reason ?? null,
    replaced: edit ? versionRow(edit.replaced) : null,
  }))
  await db`
    with locked as materialized (
      select pg_advisory_xact_lock(${POSITIONS_LOCK})
    ), given as materialized (
      select g.*, v.last + count(*) filter (where g.kind = 'edited') over (
          partition by g."uniqueId" order by g.ordinal) as replaced_number
      from jsonb_to_recordset(${db.json(rows)}) as g ("uniqueId" text, "agencyKey" text, kind text,
        "seenBy" text, "contentHash" text, ordinal int, "makesVersion" boolean, grade text, reason text, replaced jsonb)
      left join lateral (
        select greatest(
          (select max(number) from article_versions where unique_id = g."uniqueId"),
          (select versions_dropped from articles where unique_id = g."uniqueId"), 0) as last) v on true
    ), texts as (
      insert into article_texts (digest, body)
      select decode(t.digest, 'hex'), decode(t.body, 'hex')
      from jsonb_to_recordset(${db.json(textRows(events))}) as t (digest text, body text)
      on conflict do nothing
    ), positioned as materialized (
      select g.*, nextval('article_event_positions') as position, clock_timestamp() as at
      from (select given.* from given, locked order by ordinal) g
    ), versions as (
      insert into article_versions (unique_id, number, seen_at, replaced_at, title, subtitle, content, image_url,
        published_at, source_updated_at, content_hash, version_at)
      select p."uniqueId", p.replaced_number, coalesce(p.previous_at,
          (select max(e.at) from article_events e
            where e.unique_id = p."uniqueId" and e.version = p.replaced_number), a.created_at), p.at,
        r.title, r.subtitle, decode(r.digest, 'hex'), r."imageUrl", r."publishedAt", r."sourceUpdatedAt", r."contentHash",
        r."versionAt"
      from (
        select o.*, lag(o.at) over (partition by o."uniqueId" order by o.ordinal) as previous_at
        from positioned o where o."makesVersion") p
      join articles a on a.unique_id = p."uniqueId"
      cross join lateral jsonb_to_record(p.replaced) as r (title text, subtitle text, digest text, "imageUrl" text,
        "publishedAt" timestamptz, "sourceUpdatedAt" timestamptz, "contentHash" text, "versionAt" timestamptz)
      where p.kind = 'edited'
    )
    insert into article_events (position, at, unique_id, agency_key, kind, seen_by, content_hash, version, grade, reason)
    select position, at, "uniqueId", "agencyKey", kind, "seenBy", "contentHash",
      case when "makesVersion" then replaced_number + 1 end, grade, reason
    from positioned order by position`
}
