import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { fauxqsFile } from './fauxqs-visibility.ts'

/**
 * Shows the messages again that a killed process had received. Where the workers of the queues live in the process that has
 * the queues, nobody works on a message at its start, so that nobody needs to wait for a visibility time-out of up to an
 * hour. The numbers of receives stay: a message that kills its worker becomes a dead letter. Must run before the queues
 * start.
 */
export function showHeldMessages(dataDir: string): void {
  const { path } = fauxqsFile(dataDir)
  if (!existsSync(path)) return
  const db = new DatabaseSync(path)
  try {
    db.exec(
      'update sqs_messages set receipt_handle = null, visibility_deadline = null where receipt_handle is not null',
    )
  } finally {
    db.close()
  }
}
