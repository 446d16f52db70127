import type { Db } from '@pauta/platform/database/database'
import type { Theme } from './theme.ts'

/** Lists known themes by code. Skips unknown codes and codes known only from news. */
export async function listThemes(db: Db, codes: readonly string[]): Promise<Theme[]> {
  return await db<Theme[]>`
    select code, label, level, parent_code from known_themes where code = any(${[...codes]}) order by code`
}

/** Three times the size of the government's tree. A larger catalogue is cut. */
const CATALOGUE_MAX_THEMES = 2000

/** Returns every known theme by its code, in the order of the codes. */
export async function readThemeCatalogue(db: Db): Promise<Map<string, Theme>> {
  const rows = await db<Theme[]>`
    select code, label, level, parent_code from known_themes order by code limit ${CATALOGUE_MAX_THEMES}`
  return new Map(rows.map((theme) => [theme.code, theme]))
}

/** Returns codes of level-1 themes by label. Skips unknown labels. */
export async function listCodesByLabel(db: Db, labels: readonly string[]): Promise<Map<string, string>> {
  const rows = await db<{ code: string; label: string }[]>`
    select min(code) as code, label from known_themes
    where level = 1 and label = any(${[...labels]}) group by label`
  return new Map(rows.map(({ code, label }) => [label, code]))
}
