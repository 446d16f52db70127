import { planShard } from '@pauta/dataset/ledger'
import type { Db, DbPool } from '@pauta/platform/database/database'
import { NOW, type Columns } from '../kit/rows/delivery-rows.ts'
import { tables } from '../kit/rows/tables.ts'

// Rows of the dataset's ledger that its tests differ from in one column.
export const PATH = 'data/train-2026-06-01-120000.parquet'
export const OTHER = 'data/train-2026-06-01-120001.parquet'
export const DOWN = { deletedAt: NOW }

export const addArticle = (db: Db, uniqueId: string, columns: Columns = {}): Promise<void> =>
  tables.articles.add(db, {
    uniqueId,
    agencyKey: 'mec',
    url: `https://a/${uniqueId}`,
    title: 'Um',
    publishedAt: NOW,
    ...columns,
  })

export const addShard = (db: DbPool, path: string, uniqueIds: readonly string[]) =>
  planShard(db, { path, day: '2026-06-01', uniqueIds: [...uniqueIds], now: NOW })

export const idsOf = (rows: readonly { uniqueId: string }[]) => rows.map(({ uniqueId }) => uniqueId)

/** Returns article, shard, whether it is removed and when it was noted, of each row of the ledger. */
export const readLedger = async (db: Db) =>
  (
    await db<Columns[]>`
      select unique_id, shard_path, removed_at is not null as is_removed, noted_at from dataset_rows order by unique_id`
  ).map((row) => [row['uniqueId'], row['shardPath'], row['isRemoved'], row['notedAt']])
