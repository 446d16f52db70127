import type { Db } from '../database.ts'
import type { Agency } from './agency.ts'

/** Agencies by key; unknown keys are left out. */
export async function listAgencies(db: Db, keys: readonly string[]): Promise<Agency[]> {
  return await db<Agency[]>`
    select key, name, parent_key, type, news_url, is_republisher, active
    from agencies where key = any(${[...keys]}) order by key`
}
