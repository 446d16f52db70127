import type postgres from 'postgres'
import type { Db } from '@pauta/platform/database/database'

/** Subscribers whose notices are written by one statement. */
const SUBSCRIBERS_AT_ONCE = 500

/** Yields the ids of a clipping's active followers, in pages. `isNotified` is a SQL condition on the subscription `s`. */
export async function* listFollowerPages(
  tx: Db,
  { clippingId, isNotified }: { clippingId: string; isNotified: postgres.PendingQuery<postgres.Row[]> },
): AsyncGenerator<string[]> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const page: { id: string }[] = await tx<{ id: string }[]>`
      select s.id from subscriptions s
      where s.clipping_id = ${clippingId} and s.role = 'SUBSCRIBER' and s.active and s.id > ${after} and ${isNotified}
      order by s.id limit ${SUBSCRIBERS_AT_ONCE}`
    after = page.at(-1)?.id
    if (after !== undefined) yield page.map(({ id }) => id)
  }
}
