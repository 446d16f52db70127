import type { Db, DbPool } from '@pauta/platform/database/database'
import { EARLIEST_PUBLICATION, type ArticleColumns } from '../articles/article.ts'
import { isArticleId } from '../articles/article-id.ts'
import { lockArticles } from '../articles/lock.ts'
import { isPlausiblePublication } from '../articles/receive.ts'
import { recordTakenDown } from '../removals/taken-down-keys.ts'
import { readWebAddress } from '../articles/web-address.ts'
import { listEvents } from '../history/list-events.ts'
import { recordEvents } from '../history/writes.ts'
import { markDue } from '../steps/steps.ts'
import { readStored } from './writes.ts'
import { setTakenDown, TAKE_DOWN_MAX_ARTICLES } from '../removals/take-down.ts'

/** Articles of one step; each changed one holds a lock until its transaction ends. */
const REPAIR_ARTICLES = TAKE_DOWN_MAX_ARTICLES

/** A fault that no rule can correct. The article is taken down. */
export type Fault = 'id' | 'address' | 'date'

/** What an operator can do about a fault. */
export const REMEDIES: Record<Fault, string> = {
  id: 'send the article again with a valid id; npm run sync-typesense removes the old one from the index',
  address: 'send the article again with its http or https address, then npm run articles -- put-back ID',
  date: 'send the article again with its date, then npm run articles -- put-back ID',
}

/** What one step did. */
export interface RepairStep {
  /** Id of the last article; undefined when there are no more articles. */
  last: string | undefined
  checked: number
  /** Addresses that were written as the URL parser writes them. */
  addresses: number
  /** Addresses of pictures and videos that were rewritten, or removed because they are none. */
  pictures: number
  /** Records of taken-down articles under the present keys. */
  keys: number
  takenDown: Record<Fault, number>
  /** All articles with a fault, also those that are down already. */
  faults: { uniqueId: string; fault: Fault }[]
}

interface Row extends Pick<ArticleColumns, 'uniqueId' | 'url' | 'imageUrl' | 'videoUrl' | 'publishedAt'> {
  isDown: boolean
}

const faultOf = ({ uniqueId, url, publishedAt }: Row, now: Date): Fault | undefined => {
  if (!isArticleId(uniqueId)) return 'id'
  if (readWebAddress(url) === undefined) return 'address'
  const isPlausible = publishedAt >= EARLIEST_PUBLICATION && isPlausiblePublication(publishedAt, now)
  return isPlausible ? undefined : 'date'
}

const readPicture = (address: string | null): string | null =>
  address === null ? null : (readWebAddress(address) ?? null)

/** Writes the addresses of rows as the intake writes them. */
async function rewrite(db: Db, rows: readonly Row[]): Promise<Pick<RepairStep, 'addresses' | 'pictures'>> {
  const others = rows
    .map((row) => ({
      uniqueId: row.uniqueId,
      before: row,
      url: readWebAddress(row.url) ?? row.url,
      imageUrl: readPicture(row.imageUrl),
      videoUrl: readPicture(row.videoUrl),
    }))
    .filter(
      ({ before, url, imageUrl, videoUrl }) =>
        before.url !== url || before.imageUrl !== imageUrl || before.videoUrl !== videoUrl,
    )
  if (others.length === 0) return { addresses: 0, pictures: 0 }
  const ids = others.map(({ uniqueId }) => uniqueId)
  await lockArticles(db, ids)
  const stored = await readStored(db, ids)
  // A row that an intake changed meanwhile stays: the intake wrote it by the present rules.
  const written = await db<{ uniqueId: string }[]>`
    update articles a set url = r.url, image_url = r."imageUrl", video_url = r."videoUrl", updated_at = clock_timestamp()
    from jsonb_to_recordset(${db.json(others.map(({ before, ...row }) => ({ ...row, was: before.url, image: before.imageUrl, video: before.videoUrl })))})
      as r ("uniqueId" text, url text, "imageUrl" text, "videoUrl" text, was text, image text, video text)
    where a.unique_id = r."uniqueId" and a.url = r.was and a.image_url is not distinct from r.image
      and a.video_url is not distinct from r.video
    returning a.unique_id`
  const done = new Set(written.map(({ uniqueId }) => uniqueId))
  await markDue(db, 'index', [...done])
  const repaired = await readStored(db, [...done])
  const events = [...repaired].flatMap(([id, after]) =>
    listEvents({ before: stored.get(id), after }, 'operator'),
  )
  await recordEvents(db, events)
  const changed = others.filter(({ uniqueId }) => done.has(uniqueId))
  return {
    addresses: changed.filter(({ before, url }) => before.url !== url).length,
    pictures: changed.filter(
      ({ before, imageUrl, videoUrl }) => before.imageUrl !== imageUrl || before.videoUrl !== videoUrl,
    ).length,
  }
}

/**
 * Makes the next articles after an id follow the rules of the intake, in the order of their ids. Rewrites addresses,
 * removes pictures without an address, takes down what no rule can correct, and records taken-down articles under the
 * present keys. A second call changes nothing.
 */
export async function repairArticles(
  pool: DbPool,
  { after, limit = REPAIR_ARTICLES, now }: { after: string; limit?: number; now: Date },
): Promise<RepairStep> {
  const rows = await pool<Row[]>`
    select unique_id, url, image_url, video_url, published_at, deleted_at is not null and removed_at is null as is_down
    from articles where unique_id > ${after} order by unique_id limit ${limit}`
  const faults = rows.flatMap((row) => {
    const fault = faultOf(row, now)
    return fault ? [{ uniqueId: row.uniqueId, fault, isDown: row.isDown }] : []
  })
  const { addresses, pictures } = await pool.begin(async (db) => await rewrite(db, rows))
  const down = new Set(
    await setTakenDown(
      pool,
      faults.filter(({ isDown }) => !isDown).map(({ uniqueId }) => uniqueId),
      now,
    ),
  )
  const keys = await recordTakenDown(
    pool,
    rows.filter(({ isDown }) => isDown).map(({ uniqueId }) => uniqueId),
  )
  const takenDown: RepairStep['takenDown'] = { id: 0, address: 0, date: 0 }
  for (const { uniqueId, fault } of faults) if (down.has(uniqueId)) takenDown[fault] += 1
  return {
    last: rows.length < limit ? undefined : rows.at(-1)?.uniqueId,
    checked: rows.length,
    addresses,
    pictures,
    keys,
    takenDown,
    faults: faults.map(({ uniqueId, fault }) => ({ uniqueId, fault })),
  }
}
