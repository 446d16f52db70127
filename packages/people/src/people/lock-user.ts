import type { Db } from '@pauta/platform/database/database'

/**
 * Makes the changes of one user wait for each other until the transaction ends, so that two requests at once do not
 * pass a limit together. Taken before `lockClipping`, always in this order.
 */
export async function lockUser(tx: Db, userId: string): Promise<void> {
  await tx`select 1 from users where id = ${userId} for no key update`
}
