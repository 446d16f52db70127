import type { Db } from '@pauta/platform/database/database'
import { memoize } from '@pauta/platform/memoize'
import { listEntityNames } from './queries.ts'

/** Returns canonical names by id. Leaves out unknown ids. */
export type FindEntityNames = (entityIds: readonly string[]) => Promise<ReadonlyMap<string, string>>

/** An answer has 1,000 entities at most. A name has about 30 characters. */
const NAMES_KEPT = 10_000

/**
 * Returns a function that reads the name of an entity at most once in `seconds`, so that a new name is seen after as long.
 * With 0, every time. Unknown ids are read every time. Above 10,000 names, forgets all.
 */
export function memoizeEntityNames(db: Db, seconds: number, clock: () => number = Date.now): FindEntityNames {
  const openMemory = memoize(async () => new Map<string, string>(), { seconds, clock })
  return async (entityIds) => {
    const memory = await openMemory()
    const names = new Map<string, string>()
    const unread: string[] = []
    for (const id of entityIds) {
      const name = memory.get(id)
      if (name === undefined) unread.push(id)
      else names.set(id, name)
    }
    if (unread.length === 0) return names
    if (memory.size + unread.length > NAMES_KEPT) memory.clear()
    for (const [id, { canonicalName }] of await listEntityNames(db, unread)) {
      memory.set(id, canonicalName)
      names.set(id, canonicalName)
    }
    return names
  }
}
