import type { Db } from '../database.ts'
import type { Theme } from './theme.ts'

/** Themes by code; unknown codes are left out. */
export async function listThemes(db: Db, codes: readonly string[]): Promise<Theme[]> {
  return await db<Theme[]>`
    select code, label, level, parent_code from themes where code = any(${[...codes]}) order by code`
}
