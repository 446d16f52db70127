import type { EditGrade } from '@pauta/core/history/event'
import { isPublic } from '@pauta/core/history/queries'
import type { Db } from '@pauta/platform/database/database'

/** An edit or a removal of an article in a release. */
export interface ReleaseChange {
  uniqueId: string
  kind: 'edited' | 'removed'
  /** Position of the last event that it tells, and when that was recorded. */
  position: string
  at: Date
  /** Of an edit: the versions before and after it; null for a removal. */
  fromVersion: number | null
  toVersion: number | null
  grade: EditGrade | null
  /** Of an edit: the words of its most serious place before and after. */
  wordsBefore: string | null
  wordsAfter: string | null
}

/** A change of a release with what readers see of its article now. */
export interface ShownChange extends ReleaseChange {
  title: string
  url: string | null
  agency: string
  agencyName: string
}

/** Changes in a digest: mail clients cut longer messages. */
export const DIGEST_CHANGES_MAX = 30

/** Writes the changes of a release, in the transaction that stores the release. */
export async function insertChanges(
  tx: Db,
  releaseId: string,
  changes: readonly ReleaseChange[],
): Promise<void> {
  if (changes.length === 0) return
  await tx`
    insert into release_changes (release_id, unique_id, kind, position, at, from_version, to_version, grade,
      words_before, words_after)
    select ${releaseId}, c."uniqueId", c.kind, c.position, c.at, c."fromVersion", c."toVersion", c.grade,
      c."wordsBefore", c."wordsAfter"
    from jsonb_to_recordset(${tx.json(changes as never)}) as c ("uniqueId" text, kind text, position bigint,
      at timestamptz, "fromVersion" int, "toVersion" int, grade text, "wordsBefore" text, "wordsAfter" text)
    join articles a on a.unique_id = c."uniqueId"`
}

/** Returns changes with what readers see of their articles. Leaves out articles that an operator took down. */
export async function describeChanges(db: Db, changes: readonly ReleaseChange[]): Promise<ShownChange[]> {
  if (changes.length === 0) return []
  const ids = changes.map(({ uniqueId }) => uniqueId)
  const rows = await db<Omit<ShownChange, Exclude<keyof ReleaseChange, 'uniqueId'>>[]>`
    select a.unique_id, a.title, a.url, a.agency_key as agency, g.name as agency_name
    from articles a join agencies g on g.key = a.agency_key
    where a.unique_id = any(${ids}) and ${isPublic(db)}`
  const articles = new Map(rows.map((row) => [row.uniqueId, row]))
  return changes.flatMap((change) => {
    const article = articles.get(change.uniqueId)
    return article ? { ...change, ...article } : []
  })
}

/**
 * Returns the first changes of each release by its id, the newest first. Leaves out articles that an operator took down.
 */
export async function listReleaseChanges(
  db: Db,
  releaseIds: readonly string[],
  limit: number,
): Promise<Map<string, ShownChange[]>> {
  const rows = await db<(ShownChange & { releaseId: string })[]>`
    select r.id as release_id, c.* from unnest(${[...releaseIds]}::text[]) as r (id)
    cross join lateral (
      select c.unique_id, c.kind, c.position::text, c.at, c.from_version, c.to_version, c.grade, c.words_before,
        c.words_after, a.title, a.url, a.agency_key as agency, g.name as agency_name
      from release_changes c join articles a on a.unique_id = c.unique_id join agencies g on g.key = a.agency_key
      where c.release_id = r.id and ${isPublic(db)}
      order by c.position desc limit ${limit}) c`
  return Map.groupBy(rows, ({ releaseId }) => releaseId)
}
