import type { Db } from '@pauta/platform/database/database'
import type { SearchIndex } from './client.ts'

/** How much of the news is in the index. */
export interface IndexFill {
  /** Documents that searches reach. */
  documents: number
  /** Articles that should have one. */
  expected: number
  /** Articles whose index step is open, so that their document may be missing or not. */
  open: number
}

/**
 * Compares the index with the rows. The rows are counted first: an article that is indexed meanwhile is counted as open
 * and as a document, never as missing.
 */
export async function readIndexFill(db: Db, index: SearchIndex): Promise<IndexFill> {
  const [rows] = await db<{ expected: number; open: number }[]>`
    select (select count(*)::int from articles where deleted_at is null) as expected,
      (select count(*)::int from pipeline_steps where step = 'index' and status <> 'done') as open`
  const collection = await index.findSearchedCollection()
  return { documents: collection?.num_documents ?? 0, expected: rows?.expected ?? 0, open: rows?.open ?? 0 }
}

/** Articles without a document that no open step will bring: the index has lost something. */
export function countMissing({ documents, expected, open }: IndexFill): number {
  return Math.max(0, expected - open - documents)
}
