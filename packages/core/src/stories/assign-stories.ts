import { ulid } from 'ulid'
import type { Db, DbPool } from '@pauta/platform/database/database'
import { retryDeadlock } from '@pauta/platform/database/deadlock'
import { DAY_MS } from '@pauta/platform/time/time'
import type { ArticleColumns } from '../articles/article.ts'
import { markDue } from '../steps/steps.ts'
import { STORY_ARTICLES_MAX } from './queries.ts'
import { groupStories, type StoryMember } from './group-stories.ts'
import { WINDOW_DAYS } from './same-story.ts'
import { listBands, searchedKeys, storyKeys } from './story-keys.ts'
import { readStoryText, type StoryText } from './story-text.ts'

/** Increment it when texts, keys or the comparison change: `enrich -- --missing` then reads all articles again. */
const STORY_VERSION = 1
/** Most articles that are compared with one, those with most common keys first. */
const CANDIDATES_MAX = 24

/** The two keys of the advisory lock of stories. */
const LOCK_SPACE = 0x73746f
const LOCK = 1

type StoryRow = Pick<
  ArticleColumns,
  'uniqueId' | 'agencyKey' | 'title' | 'content' | 'publishedAt' | 'contentHash'
>

interface StoredStoryRow extends StoryRow {
  storyId: string | null
}

/** An article whose story must be found, with the story of its earlier text. */
interface Sketched extends StoredStoryRow {
  text: StoryText
  keys: number[]
  searched: number[]
}

/** SQL: the row `y` of an article `a` was made of its current text and time by the current method. */
const isCurrent = (db: Db) => db`
  (y.content_hash is not distinct from a.content_hash and y.published_at = a.published_at and y.version = ${STORY_VERSION})`

/** SQL: article `a` has no row in article_stories of its current text, time and method. */
export const lacksStory = (db: Db) => db`
  not exists (select from article_stories y where y.unique_id = a.unique_id and ${isCurrent(db)})`

async function listUnsketched(db: Db, uniqueIds: readonly string[]): Promise<StoredStoryRow[]> {
  return await db<StoredStoryRow[]>`
    select a.unique_id, a.agency_key, a.title, a.content, a.published_at, a.content_hash, s.story_id
    from articles a left join article_stories s on s.unique_id = a.unique_id
    where a.unique_id = any(${[...uniqueIds]}) and a.deleted_at is null and ${lacksStory(db)}
    order by a.published_at, a.unique_id`
}

function sketch(row: StoredStoryRow): Sketched {
  const text = readStoryText(row)
  const bands = listBands(text)
  return {
    ...row,
    text,
    keys: storyKeys(bands, row.publishedAt),
    searched: searchedKeys(bands, row.publishedAt),
  }
}

/** Writes the keys of articles. They leave the stories of their earlier texts. */
async function writeSketches(db: Db, sketched: readonly Sketched[]): Promise<void> {
  const rows = sketched.map(({ uniqueId, contentHash, publishedAt, keys }) => ({
    uniqueId,
    contentHash,
    publishedAt,
    keys,
  }))
  await db`
    insert into article_stories (unique_id, content_hash, published_at, version, keys)
    select r."uniqueId", r."contentHash", r."publishedAt", ${STORY_VERSION}, r.keys
    from jsonb_to_recordset(${db.json(rows)})
      as r ("uniqueId" text, "contentHash" text, "publishedAt" timestamptz, keys int[])
    where exists (select from articles a where a.unique_id = r."uniqueId")
    on conflict (unique_id) do update set
      story_id = null, content_hash = excluded.content_hash, published_at = excluded.published_at,
      version = excluded.version, keys = excluded.keys`
}

/** Lists for each article the articles that may be of its story: with a common key, or with the same text. */
async function listCandidates(db: Db, sketched: readonly Sketched[]): Promise<StoredStoryRow[]> {
  const asked = sketched.map(({ uniqueId, searched, contentHash, publishedAt }) => ({
    uniqueId,
    searched,
    contentHash,
    from: new Date(publishedAt.getTime() - WINDOW_DAYS * DAY_MS),
    to: new Date(publishedAt.getTime() + WINDOW_DAYS * DAY_MS),
  }))
  return await db<StoredStoryRow[]>`
    with asked as materialized (
      select * from jsonb_to_recordset(${db.json(asked)}) as r ("uniqueId" text, searched int[],
        "contentHash" text, "from" timestamptz, "to" timestamptz)
    ), near as (
      select c.unique_id from asked r cross join lateral (
        select y.unique_id from article_stories y
        where y.keys && r.searched and y.published_at between r."from" and r."to" and y.unique_id <> r."uniqueId"
        order by cardinality(array(select unnest(y.keys) intersect select unnest(r.searched))) desc, y.unique_id
        limit ${CANDIDATES_MAX}
      ) c
    ), copies as (
      select c.unique_id from asked r cross join lateral (
        select a.unique_id from articles a join article_stories y on y.unique_id = a.unique_id
        where a.content_hash = r."contentHash" and a.unique_id <> r."uniqueId"
        order by a.unique_id
        limit ${CANDIDATES_MAX}
      ) c
    )
    select a.unique_id, a.agency_key, a.title, a.content, a.published_at, a.content_hash, y.story_id
    from articles a join article_stories y on y.unique_id = a.unique_id and ${isCurrent(db)}
    where a.unique_id in (select unique_id from near union select unique_id from copies) and a.deleted_at is null
    order by a.published_at, a.unique_id`
}

/** Lists the other members of the stories of candidates, so that whole stories can be joined. */
async function listMembers(
  db: Db,
  storyIds: readonly string[],
): Promise<{ uniqueId: string; storyId: string }[]> {
  if (storyIds.length === 0) return []
  return await db<{ uniqueId: string; storyId: string }[]>`
    select unique_id, story_id from article_stories where story_id = any(${[...storyIds]}) order by unique_id`
}

/**
 * Writes the stories of articles and makes those whose story changed due for the index, with articles that are alone now.
 * Returns all of them.
 */
async function writeStories(
  db: Db,
  stories: ReadonlyMap<string, string>,
  alone: readonly string[],
): Promise<string[]> {
  const changed = await db<{ uniqueId: string }[]>`
    update article_stories y set story_id = r.story_id
    from unnest(${[...stories.keys()]}::text[], ${[...stories.values()]}::text[]) as r (unique_id, story_id)
    where y.unique_id = r.unique_id and y.story_id is distinct from r.story_id
    returning y.unique_id`
  const ids = [...changed.map(({ uniqueId }) => uniqueId), ...alone].sort()
  if (ids.length === 0) return []
  await db`update articles set updated_at = clock_timestamp() where unique_id = any(${ids})`
  await markDue(db, 'index', ids)
  return ids
}

async function assignInTransaction(db: Db, sketched: readonly Sketched[]): Promise<string[]> {
  // Of two articles of one story that are enriched at once, the second transaction sees the first article.
  await db`select pg_advisory_xact_lock(${LOCK_SPACE}::int, ${LOCK}::int)`
  await writeSketches(db, sketched)
  const own = new Set(sketched.map(({ uniqueId }) => uniqueId))
  const candidates = (await listCandidates(db, sketched)).filter(({ uniqueId }) => !own.has(uniqueId))
  const storyIds = new Set(candidates.flatMap(({ storyId }) => storyId ?? []))
  const others = await listMembers(db, [...storyIds])
  const known = new Map(
    candidates.map((row): [string, StoryMember] => [row.uniqueId, { ...row, text: readStoryText(row) }]),
  )
  const fresh = sketched.map((row): StoryMember => ({ ...row, storyId: null }))
  const stories = groupStories({
    fresh,
    candidates: [...known.values()],
    members: others,
    mint: () => `sty_${ulid()}`,
    articlesMax: STORY_ARTICLES_MAX,
  })
  const alone = sketched.filter(({ uniqueId, storyId }) => storyId !== null && !stories.has(uniqueId))
  return await writeStories(
    db,
    stories,
    alone.map(({ uniqueId }) => uniqueId),
  )
}

/**
 * Finds the stories of articles whose text or time is new: of all articles published at most seven days apart, those
 * with a common key are compared. Articles with a current story stay unchanged. Returns the articles whose story changed,
 * which are due for the index. Its cost does not grow with the number of articles outside of these days.
 */
export async function assignStories(pool: DbPool, uniqueIds: readonly string[]): Promise<string[]> {
  const rows = await listUnsketched(pool, uniqueIds)
  if (rows.length === 0) return []
  const sketched = rows.map(sketch)
  return await retryDeadlock(() => pool.begin((db) => assignInTransaction(db, sketched)))
}
