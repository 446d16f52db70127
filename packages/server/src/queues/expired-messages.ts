import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { SECOND_MS } from '@pauta/platform/time/time'
import { fauxqsFile } from './fauxqs-visibility.ts'

/**
 * Removes the messages of a queue that were sent longer ago than its retention. fauxqs stores the retention and ignores it,
 * so that dead letters and their incident would stay for ever. Must run before the queues start.
 */
export function removeExpired(dataDir: string, queue: string, retentionSeconds: number): void {
  const { path } = fauxqsFile(dataDir)
  if (!existsSync(path)) return
  const db = new DatabaseSync(path)
  try {
    db.prepare('delete from sqs_messages where queue_name = ? and sent_timestamp < ?').run(
      queue,
      Date.now() - retentionSeconds * SECOND_MS,
    )
  } finally {
    db.close()
  }
}
