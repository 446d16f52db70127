import type { Db } from '@pauta/platform/database/database'
import type { Theme } from './theme.ts'

/** Known themes by code. Unknown codes are left out, also those that news carries. */
export async function listThemes(db: Db, codes: readonly string[]): Promise<Theme[]> {
  return await db<Theme[]>`
    select code, label, level, parent_code from known_themes where code = any(${[...codes]}) order by code`
}

/**
 * The catalogue's label of each known code: the only labels that readers see, whatever a message or a caller says.
 * Unknown codes are left out.
 */
export async function labelsOfThemes(db: Db, codes: readonly string[]): Promise<Map<string, string>> {
  return new Map((await listThemes(db, codes)).map(({ code, label }) => [code, label]))
}

/** Three times the government's tree; a catalogue that grew beyond is cut rather than read without end. */
const CATALOGUE_MAX_THEMES = 2000

/** Every known theme by its code, in the order of the codes. */
export async function readThemeCatalogue(db: Db): Promise<Map<string, Theme>> {
  const rows = await db<Theme[]>`
    select code, label, level, parent_code from known_themes order by code limit ${CATALOGUE_MAX_THEMES}`
  return new Map(rows.map((theme) => [theme.code, theme]))
}

/** Codes of level-1 themes by label; unknown labels are left out. */
export async function listCodesByLabel(db: Db, labels: readonly string[]): Promise<Map<string, string>> {
  const rows = await db<{ code: string; label: string }[]>`
    select min(code) as code, label from known_themes
    where level = 1 and label = any(${[...labels]}) group by label`
  return new Map(rows.map(({ code, label }) => [label, code]))
}
