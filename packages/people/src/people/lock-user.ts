import type { Db } from '@pauta/platform/database/database'

/**
 * Runs the transactions of one user one after the other, so that two requests cannot exceed a limit together. Always
 * call it before `lockClipping`, to avoid deadlocks.
 */
export async function lockUser(tx: Db, userId: string): Promise<void> {
  await tx`select 1 from users where id = ${userId} for no key update`
}
