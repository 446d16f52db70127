import type { DbPool } from '@pauta/platform/database/database'
import { lockOwnClipping } from '../clippings/limits.ts'

/**
 * Gives every release of a clipping a new key, so that addresses with the earlier keys no longer open. Returns the number
 * of releases. Throws NOT_FOUND, or FORBIDDEN for a clipping of another author.
 */
export async function renewPageKeys(
  pool: DbPool,
  { id, userId }: { id: string; userId: string },
): Promise<number> {
  return await pool.begin(async (tx) => {
    await lockOwnClipping(tx, { id, userId })
    const { count } = await tx`
      update releases set page_key = replace(gen_random_uuid()::text, '-', '') where clipping_id = ${id}`
    return count
  })
}
