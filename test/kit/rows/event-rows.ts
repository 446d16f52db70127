import type { Db } from '@pauta/platform/database/database'

/** Moves the events that were recorded since the last call to an instant. */
export async function moveNewEvents(db: Db, at: string): Promise<void> {
  await db`update article_events set at = ${at} where at > now() - interval '1 hour'`
}

export async function removeEventsBefore(db: Db, at: string): Promise<void> {
  await db`delete from article_events where at < ${at}`
}
