import { readRows, type Db, type DbPool } from '@pauta/platform/database/database'

/** The dataset with all columns and the reduced one. Both have the same files with the same articles. */
export type DatasetKind = 'full' | 'reduced'

/** A file of the dataset that this project uploads. */
export interface DatasetShard {
  path: string
  /** Incremented whenever the planned content changes. */
  version: number
  /** The versions that were uploaded; 0 for none. */
  fullVersion: number
  reducedVersion: number
  /** Planned number of articles. */
  rows: number
}

/** One shard a day for fifty years. */
const SHARDS_MAX = 20_000

export async function listShards(db: Db): Promise<DatasetShard[]> {
  return await readRows(
    () => db<DatasetShard[]>`
      select s.path, s.version, s.full_version, s.reduced_version, count(r.unique_id)::int as rows
      from dataset_shards s
      left join dataset_rows r on r.shard_path = s.path
      group by s.path
      order by s.path
      limit ${SHARDS_MAX}`,
  )
}

export interface ShardPlan {
  path: string
  /** Local day, `YYYY-MM-DD`. */
  day: string
  uniqueIds: readonly string[]
  now: Date
}

/** Records that a new shard contains these articles, before its upload, so that no other shard gets them. */
export async function planShard(pool: DbPool, { path, day, uniqueIds, now }: ShardPlan): Promise<void> {
  await pool.begin(async (db) => {
    await db`
      insert into dataset_shards (path, day, created_at) values (${path}, ${day}::date, ${now})`
    await db`
      insert into dataset_rows (unique_id, shard_path, noted_at)
      select unique_id, ${path}, ${now} from unnest(${[...uniqueIds]}::text[]) as unique_id
      on conflict (unique_id) do update set shard_path = excluded.shard_path, removed_at = null, noted_at = ${now}`
    return {}
  })
}

/** Records that files of other uploaders contain these articles. */
export async function recordElsewhere(db: Db, uniqueIds: readonly string[], now: Date): Promise<void> {
  await db`
    insert into dataset_rows (unique_id, noted_at)
    select unique_id, ${now} from unnest(${[...uniqueIds]}::text[]) as unique_id
    on conflict (unique_id) do update set removed_at = null, noted_at = ${now}`
}

/** Records that no file contains these articles, which were taken down. */
export async function recordAbsent(db: Db, uniqueIds: readonly string[], now: Date): Promise<void> {
  await db`
    insert into dataset_rows (unique_id, removed_at, noted_at)
    select unique_id, ${now}, ${now} from unnest(${[...uniqueIds]}::text[]) as unique_id
    on conflict (unique_id) do update set shard_path = null, removed_at = ${now}, noted_at = ${now}`
}

/**
 * Empties shards that were deleted on the host. Their articles are exported again after the host was asked where they
 * are. The next commit removes them from the reduced dataset.
 */
export async function emptyShards(pool: DbPool, paths: readonly string[]): Promise<void> {
  await pool.begin(async (db) => {
    await db`delete from dataset_rows where shard_path = any(${[...paths]})`
    await db`
      update dataset_shards set version = version + 1, full_version = version + 1 where path = any(${[...paths]})`
    return {}
  })
}

/**
 * Removes articles that were taken down from their shards, which are then rewritten. Returns the number of articles.
 */
export async function dropTakenDown(
  pool: DbPool,
  { now, limit }: { now: Date; limit: number },
): Promise<number> {
  const { dropped } = await pool.begin(async (db) => {
    const rows = await db<{ shardPath: string }[]>`
      with gone as (
        select r.unique_id, r.shard_path from articles a
        join dataset_rows r on r.unique_id = a.unique_id
        where a.deleted_at is not null and r.shard_path is not null
        order by r.unique_id
        limit ${limit}
      )
      update dataset_rows r set shard_path = null, removed_at = ${now}, noted_at = ${now}
      from gone where r.unique_id = gone.unique_id
      returning gone.shard_path`
    const paths = [...new Set(rows.map(({ shardPath }) => shardPath))]
    await db`update dataset_shards set version = version + 1 where path = any(${paths})`
    return { dropped: rows.length }
  })
  return dropped
}

/** Returns how many articles of these shards are of earlier days than their shard. */
export async function countLate(db: Db, paths: readonly string[]): Promise<number> {
  const [row] = await readRows(
    () => db<{ late: number }[]>`
      select count(*)::int as late from dataset_shards s
      join dataset_rows r on r.shard_path = s.path
      join articles a on a.unique_id = r.unique_id
      where s.path = any(${[...paths]}) and local_day(a.published_at) < s.day`,
  )
  return row?.late ?? 0
}

/** Records which versions of shards a host has. */
export async function settleShards(
  db: Db,
  kind: DatasetKind,
  shards: readonly Pick<DatasetShard, 'path' | 'version'>[],
): Promise<void> {
  const paths = shards.map(({ path }) => path)
  const versions = shards.map(({ version }) => version)
  await db`
    update dataset_shards s set
      full_version = case when ${kind === 'full'} then given.version else s.full_version end,
      reduced_version = case when ${kind === 'reduced'} then given.version else s.reduced_version end
    from unnest(${paths}::text[], ${versions}::int[]) as given (path, version)
    where s.path = given.path`
}

/** Deletes shards that are empty and not on any host. */
export async function dropEmptyShards(db: Db): Promise<void> {
  await db`
    delete from dataset_shards s
    where s.full_version = s.version and s.reduced_version = s.version
      and not exists (select from dataset_rows r where r.shard_path = s.path)`
}

/** The articles that the ledger knows to be in the dataset, from any uploader. */
export interface DatasetSummary {
  articles: number
  agencies: number
  /** Local days, `YYYY-MM-DD`; null without articles. */
  firstDay: string | null
  lastDay: string | null
}

export async function summarizeDataset(db: Db): Promise<DatasetSummary> {
  const [row] = await readRows(
    () => db<DatasetSummary[]>`
      select count(*)::int as articles, count(distinct a.agency_key)::int as agencies,
        local_day(min(a.published_at))::text as first_day, local_day(max(a.published_at))::text as last_day
      from dataset_rows r
      join articles a on a.unique_id = r.unique_id
      where r.removed_at is null and a.deleted_at is null`,
  )
  return row ?? { articles: 0, agencies: 0, firstDay: null, lastDay: null }
}
