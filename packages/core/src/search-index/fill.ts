import type { Db } from '@pauta/platform/database/database'
import type { SearchIndex } from './client.ts'

/** The state of the index compared with the rows. */
export interface IndexFill {
  /** Documents in the live collection. */
  documents: number
  /** Articles that should have a document. */
  expected: number
  /** Articles with an open index step, whose document may be missing. */
  open: number
}

/**
 * Compares the index with the rows. Counts the rows first: an article that is indexed meanwhile counts as open and as a
 * document, never as missing.
 */
export async function readIndexFill(db: Db, index: SearchIndex): Promise<IndexFill> {
  const [rows] = await db<{ expected: number; open: number }[]>`
    select (select count(*)::int from articles where deleted_at is null) as expected,
      (select count(*)::int from pipeline_steps where step = 'index' and status <> 'done') as open`
  const collection = await index.findSearchedCollection()
  return { documents: collection?.num_documents ?? 0, expected: rows?.expected ?? 0, open: rows?.open ?? 0 }
}

/** Returns the number of articles without a document and without an open step: documents that the index has lost. */
export function countMissing({ documents, expected, open }: IndexFill): number {
  return Math.max(0, expected - open - documents)
}
