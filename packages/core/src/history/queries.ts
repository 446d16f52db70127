import { gunzipSync } from 'node:zlib'
import type { Db } from '@pauta/platform/database/database'
import type { EditGrade, EventKind, VersionColumns, Witness } from './event.ts'

/** Most events of one page. */
export const EVENTS_MAX = 1000

/** Something that happened to an article. */
export interface ArticleEvent {
  /** Grows with each event, in the order in which they became visible. A whole number in text. */
  position: string
  at: Date
  uniqueId: string
  agencyKey: string
  kind: EventKind
  seenBy: Witness
  contentHash: string | null
  version: number | null
  grade: EditGrade | null
  reason: string | null
  /** The present title and address; null for an article that an operator took down, whose reason is null, too. */
  title: string | null
  url: string | null
}

/** Which events are listed. Missing and empty lists restrict nothing. */
export interface EventSelection {
  kinds?: readonly EventKind[]
  grades?: readonly EditGrade[]
  agencies?: readonly string[]
  /** Half-open window of the time at which the events were recorded. */
  from?: Date | undefined
  to?: Date | undefined
}

/** SQL: whether readers may see article `a`: it is there, or its site removed it. An operator's take-down hides it. */
export const isPublic = (db: Db) =>
  db`(a.erased_at is null and (a.deleted_at is null or a.removed_at is not null))`

const columns = (db: Db) => db`
  e.position::text, e.at, e.unique_id, e.agency_key, e.kind, e.seen_by, e.content_hash, e.version, e.grade,
  case when ${isPublic(db)} then e.reason end as reason, case when ${isPublic(db)} then a.title end as title,
  case when ${isPublic(db)} then a.url end as url
  from article_events e left join articles a on a.unique_id = e.unique_id`

const anyOf = (db: Db, column: string, values: readonly string[] | undefined) =>
  values && values.length > 0 ? db`and e.${db(column)} = any(${[...values]})` : db``

/** SQL: conditions on the columns of event `e`, each beginning with `and`. */
export const selected = (db: Db, { kinds, grades, agencies, from, to }: EventSelection) => db`
  ${anyOf(db, 'kind', kinds)} ${anyOf(db, 'grade', grades)} ${anyOf(db, 'agency_key', agencies)}
  ${from ? db`and e.at >= ${from}` : db``} ${to ? db`and e.at < ${to}` : db``}`

/** Lists at most 1,000 events after a position, in their order. */
export async function listEventsAfter(
  db: Db,
  { after, limit, ...selection }: EventSelection & { after: string; limit: number },
): Promise<ArticleEvent[]> {
  return await db<ArticleEvent[]>`
    select ${columns(db)}
    where e.position > ${after}::bigint ${selected(db, selection)}
    order by e.position limit ${Math.min(limit, EVENTS_MAX)}`
}

/** Lists at most 1,000 events before a position, the last first. Without a position, the last ones of all. */
export async function listEventsBefore(
  db: Db,
  { before, limit, ...selection }: EventSelection & { before?: string | undefined; limit: number },
): Promise<ArticleEvent[]> {
  return await db<ArticleEvent[]>`
    select ${columns(db)}
    where ${before === undefined ? db`true` : db`e.position < ${before}::bigint`} ${selected(db, selection)}
    order by e.position desc limit ${Math.min(limit, EVENTS_MAX)}`
}

/** Returns the position of the last event; '0' before the first. */
export async function findLastPosition(db: Db): Promise<string> {
  const [row] = await db<{ last: string }[]>`
    select coalesce(max(position), 0)::text as last from article_events`
  return row?.last ?? '0'
}

/** Returns when the last event was recorded; undefined before the first. */
export async function findLastInstant(db: Db): Promise<Date | undefined> {
  const [row] = await db<{ at: Date }[]>`select at from article_events order by position desc limit 1`
  return row?.at
}

/** Returns the position of the last event before an instant; '0' if there is none. */
export async function findPositionBefore(db: Db, instant: Date): Promise<string> {
  const [row] = await db<{ last: string }[]>`
    select coalesce(max(position), 0)::text as last from article_events where at < ${instant}`
  return row?.last ?? '0'
}

/** A version of an article without its text. */
export interface VersionEntry {
  number: number
  seenAt: Date
  title: string
  /** Null for the first version, and for the present one of an article that never changed. */
  grade: EditGrade | null
  reason: string | null
}

/** A version of an article with its text. */
export interface ArticleVersion extends VersionEntry, VersionColumns {
  contentHash: string | null
}

/** Most versions of an article that are listed. The page of a live event has about 50. */
const VERSIONS_MAX = 500

interface VersionRow extends VersionEntry, VersionColumns {
  uniqueId: string
  contentHash: string | null
  body: Uint8Array | null
}

/** SQL: all versions of articles that readers may see, the replaced ones and the present one. */
const versions = (db: Db, uniqueIds: readonly string[], withTexts: boolean) => db`
  with replaced as (
    select v.unique_id, v.number, v.seen_at, v.title, v.subtitle, v.content, v.image_url, v.published_at,
      v.source_updated_at, v.content_hash
    from article_versions v join articles a on a.unique_id = v.unique_id
    where v.unique_id = any(${[...uniqueIds]}) and ${isPublic(db)}
  ), present as (
    select a.unique_id, greatest(max(r.number), a.versions_dropped) + 1 as number from articles a
    left join replaced r on r.unique_id = a.unique_id
    where a.unique_id = any(${[...uniqueIds]}) and ${isPublic(db)}
    group by a.unique_id
  ), made as (
    select distinct on (unique_id, version) unique_id, version, at, grade, reason
    from article_events where unique_id = any(${[...uniqueIds]}) and version is not null
    order by unique_id, version, position desc
  ), every as (
    select r.unique_id, r.number, r.seen_at, r.title, r.subtitle, t.body, null::text as content, r.image_url,
      r.published_at, r.source_updated_at, r.content_hash
    from replaced r left join article_texts t on ${withTexts ? db`t.digest = r.content` : db`false`}
    union all
    select p.unique_id, p.number,
      coalesce(m.at, case when p.number > 1 then a.changed_at end, a.created_at), a.title, a.subtitle, null,
      ${withTexts ? db`a.content` : db`null`}, a.image_url, a.published_at, a.source_updated_at, a.content_hash
    from present p join articles a on a.unique_id = p.unique_id
    left join made m on m.unique_id = p.unique_id and m.version = p.number
  )
  select e.*, m.grade, m.reason, o.removed_at
  from every e join articles o on o.unique_id = e.unique_id left join made m on m.unique_id = e.unique_id and m.version = e.number`

/** The kept versions of an article, the first one first, at most 500, and when its site removed it. */
export interface ArticleHistory {
  versions: VersionEntry[]
  removedAt: Date | null
}

/** Returns the histories of articles by id. Articles that readers may not see are absent. */
export async function listHistories(
  db: Db,
  uniqueIds: readonly string[],
): Promise<Map<string, ArticleHistory>> {
  const rows = await db<(VersionRow & { removedAt: Date | null })[]>`
    ${versions(db, uniqueIds, false)} order by e.number`
  return new Map(
    [...Map.groupBy(rows, ({ uniqueId }) => uniqueId)].map(([uniqueId, own]) => [
      uniqueId,
      {
        removedAt: own[0]?.removedAt ?? null,
        versions: own
          .slice(0, VERSIONS_MAX)
          .map(({ number, seenAt, title, grade, reason }) => ({ number, seenAt, title, grade, reason })),
      },
    ]),
  )
}

/** Names a version of an article. */
export interface VersionName {
  uniqueId: string
  number: number
}

const keyOf = ({ uniqueId, number }: VersionName) => `${uniqueId} ${number}`

/**
 * Reads versions with their texts in one statement. Returns a function that finds one of them; it returns undefined for
 * a version that does not exist or that readers may not see.
 */
export async function readNamedVersions(
  db: Db,
  names: readonly VersionName[],
): Promise<(name: VersionName) => ArticleVersion | undefined> {
  const ids = names.map(({ uniqueId }) => uniqueId)
  const rows = await db<VersionRow[]>`
    ${versions(db, [...new Set(ids)], true)}
    where (e.unique_id, e.number) in (
      select * from unnest(${ids}::text[], ${names.map(({ number }) => number)}::int[]))`
  const found = new Map(
    rows.map(({ body, ...row }) => [
      keyOf(row),
      { ...row, content: body ? gunzipSync(body).toString('utf8') : row.content },
    ]),
  )
  return (name) => found.get(keyOf(name))
}

/** Returns some versions of an article with their texts, by number. Unknown numbers are absent. */
export async function readVersions(
  db: Db,
  uniqueId: string,
  numbers: readonly number[],
): Promise<Map<number, ArticleVersion>> {
  const find = await readNamedVersions(
    db,
    numbers.map((number) => ({ uniqueId, number })),
  )
  return new Map(
    numbers.flatMap((number) => {
      const version = find({ uniqueId, number })
      return version ? [[number, version] as const] : []
    }),
  )
}
