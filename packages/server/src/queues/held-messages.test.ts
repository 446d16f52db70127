import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fauxqsFile } from './fauxqs-visibility.ts'
import { showHeldMessages } from './held-messages.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pauta-held-'))
})
afterAll(() => rm(dataDir, { recursive: true }))

const useFile = <Result>(work: (db: DatabaseSync) => Result): Result => {
  const db = new DatabaseSync(fauxqsFile(dataDir).path)
  try {
    return work(db)
  } finally {
    db.close()
  }
}

it('makes no file where no queue was', () => {
  showHeldMessages(dataDir)
  expect(existsSync(fauxqsFile(dataDir).path)).toBe(false)
})

it('shows what a killed process had received, keeps the numbers of receives, and closes the file', () => {
  useFile((db) =>
    db.exec(`
      pragma journal_mode = wal;
      create table sqs_messages as
        select 'held' as id, 'r' as receipt_handle, 9 as visibility_deadline, 2 as approximate_receive_count
        union all select 'later', null, 9, 0
        union all select 'free', null, null, 1`),
  )
  showHeldMessages(dataDir)
  // SQLite removes this file with the last connection.
  expect(existsSync(`${fauxqsFile(dataDir).path}-wal`)).toBe(false)
  const columns =
    'receipt_handle as handle, visibility_deadline as deadline, approximate_receive_count as receives'
  const rows = useFile((db) => db.prepare(`select id, ${columns} from sqs_messages`).all())
  expect(rows.map((row) => ({ ...row }))).toEqual([
    { id: 'held', handle: null, deadline: null, receives: 2 },
    { id: 'later', handle: null, deadline: 9, receives: 0 },
    { id: 'free', handle: null, deadline: null, receives: 1 },
  ])
})
