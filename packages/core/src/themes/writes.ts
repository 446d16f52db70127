import type { Db } from '../database.ts'
import { parentThemeCode, type ThemeLevel } from './theme.ts'

/** A code as news names it; null where the article gives no label. */
export interface NamedTheme {
  code: string
  label: string | null
  level: ThemeLevel
}

export interface ThemeChanges {
  created: string[]
  /** Codes whose label is another one now: every article that shows them has to be indexed again. */
  relabelled: string[]
}

/** Adds unknown codes (a code without a label is its own label) and takes over labels that changed. */
export async function upsertThemes(db: Db, themes: readonly NamedTheme[]): Promise<ThemeChanges> {
  const byCode = new Map<string, NamedTheme>()
  for (const theme of themes)
    if (theme.label !== null || !byCode.has(theme.code)) byCode.set(theme.code, theme)
  if (byCode.size === 0) return { created: [], relabelled: [] }
  const rows = [...byCode.values()]
    .sort((a, b) => (a.code < b.code ? -1 : 1))
    .map((theme) => ({ ...theme, parent_code: parentThemeCode(theme.code) }))
  const written = await db<{ code: string; created: boolean }[]>`
    insert into themes as t (code, label, level, parent_code)
    select code, coalesce(label, code), level, parent_code
    from jsonb_to_recordset(${db.json(rows)}) as r (code text, label text, level smallint, parent_code text)
    on conflict (code) do update set label = excluded.label, updated_at = now()
    where t.label <> excluded.label and excluded.label <> excluded.code
    returning code, xmax = 0 as created`
  return {
    created: written.filter((row) => row.created).map((row) => row.code),
    relabelled: written.filter((row) => !row.created).map((row) => row.code),
  }
}
