import type { Db } from '../database.ts'
import type { Theme } from './theme.ts'

/** Themes by code; unknown codes are left out. */
export async function listThemes(db: Db, codes: readonly string[]): Promise<Theme[]> {
  return await db<Theme[]>`
    select code, label, level, parent_code from themes where code = any(${[...codes]}) order by code`
}

/** Above what there is; a catalogue that grew beyond is cut rather than read without end. */
const CATALOGUE_MAX_THEMES = 2000

/** Every theme by its code, in the order of the codes. */
export async function readThemeCatalogue(db: Db): Promise<Map<string, Theme>> {
  const rows = await db<Theme[]>`
    select code, label, level, parent_code from themes order by code limit ${CATALOGUE_MAX_THEMES}`
  return new Map(rows.map((theme) => [theme.code, theme]))
}
