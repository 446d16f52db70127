/*
 * Works around a fault of fauxqs 2.4.1. Delete this file when a release with the fix is in package.json.
 *
 * With a data folder, ChangeMessageVisibility with VisibilityTimeout 0 loses the message: fauxqs takes the message from
 * the list of hidden ones, then writes NULL into the column approximate_receive_count, which is NOT NULL. The statement
 * throws, the request answers 500, and the message is in no list any more until the next start. Without a data folder
 * nothing is written, so nothing fails. The test "show a message again at once" in test/local/queues.laptop.test.ts fails
 * without this file.
 *
 * Text for an upstream report (https://github.com/kibertoad/fauxqs/issues):
 *
 *   Title: ChangeMessageVisibility(0) loses the message when dataDir is set
 *   Version: 2.4.1, Node 24
 *   Steps: startFauxqs({ dataDir }), send a message, receive it, ChangeMessageVisibility with VisibilityTimeout 0.
 *   Expected: the message is visible at once, with its receive count.
 *   Actual: 500 "NOT NULL constraint failed: sqs_messages.approximate_receive_count"; afterwards the queue has neither
 *   a visible nor a hidden message. The row is still in the file, with the old receipt handle.
 *   Cause: PersistenceManager.updateMessageReady runs the statement updateMessageInflight with (null, null, null, null),
 *   so it clears the two counters besides the receipt handle and the deadline. SqsQueue.changeVisibility has already
 *   removed the message from inflightMessages when the statement throws.
 *   Fix: a statement of its own: UPDATE sqs_messages SET receipt_handle = NULL, visibility_deadline = NULL
 *   WHERE message_id = ?
 */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { SqliteFile } from '../data-folder/sqlite-file.ts'

/** The file in which fauxqs stores messages and objects. */
export function fauxqsFile(dataDir: string): SqliteFile {
  return { path: join(dataDir, 'fauxqs.db'), holds: 'the messages of the queues and the stored raw events' }
}

/**
 * Adds a SQLite trigger that replaces the faulty statement: it clears only the receipt handle and the deadline of a
 * message. The tables of fauxqs must exist.
 */
export function keepShownMessages(dataDir: string): void {
  const db = new DatabaseSync(fauxqsFile(dataDir).path)
  try {
    db.exec(`
      create trigger if not exists keep_shown_message before update on sqs_messages
      when new.approximate_receive_count is null
      begin
        update sqs_messages set receipt_handle = null, visibility_deadline = null where message_id = old.message_id;
        select raise(ignore);
      end`)
  } finally {
    db.close()
  }
}
