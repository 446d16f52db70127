import type { Db, DbPool } from '@pauta/platform/database/database'
import { parentThemeCode, themeLevel, type Theme } from './theme.ts'

/** A theme code in news; `label` is null when the article has none. */
export interface NamedTheme {
  code: string
  label: string | null
}

/** A known code came with a label that differs from the catalogue's. The catalogue's label stays. */
export interface LabelDifference {
  code: string
  /** The label in the news. */
  label: string
  catalogueLabel: string
}

export interface RecordedThemes {
  /** Codes that are neither in the catalogue nor in earlier news. */
  created: string[]
  /** Distinct pairs of code and label. */
  differences: LabelDifference[]
}

/** Longest stored label of an unknown code, in characters. */
const LABEL_MAX_CHARACTERS = 200

/**
 * Records the themes of news. A known code keeps the catalogue's label. An unknown code gets a row that only operators
 * see, with the given label, or the code. Never changes an existing row.
 */
export async function recordThemes(db: Db, themes: readonly NamedTheme[]): Promise<RecordedThemes> {
  const labels = Map.groupBy(themes, ({ code }) => code)
  if (labels.size === 0) return { created: [], differences: [] }
  const rows = await db<{ code: string; label: string; source: string }[]>`
    select code, label, source from themes where code = any(${[...labels.keys()]})`
  const existing = new Map(rows.map((row) => [row.code, row]))
  const differences: LabelDifference[] = []
  const unknown: (Theme & { parent_code: string | null })[] = []
  for (const [code, named] of [...labels].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const given = new Set(named.flatMap(({ label }) => label ?? []))
    const theme = existing.get(code)
    if (theme === undefined) {
      const [first = code] = given
      const label = first.slice(0, LABEL_MAX_CHARACTERS).toWellFormed()
      const parentCode = parentThemeCode(code)
      unknown.push({ code, label, level: themeLevel(code), parentCode, parent_code: parentCode })
    } else if (theme.source !== 'news') {
      for (const label of given)
        if (label !== theme.label) differences.push({ code, label, catalogueLabel: theme.label })
    }
  }
  if (unknown.length === 0) return { created: [], differences }
  const created = await db<{ code: string }[]>`
    insert into themes (code, label, level, parent_code, source)
    select code, label, level, parent_code, 'news'
    from jsonb_to_recordset(${db.json(unknown as never)}) as r (code text, label text, level smallint, parent_code text)
    on conflict (code) do nothing
    returning code`
  return { created: created.map(({ code }) => code), differences }
}

/**
 * Writes the themes of the catalogue. Labels set by an operator stay. `reindexRenamed` updates the articles of themes
 * that were renamed or became known.
 */
export async function seedThemes(pool: DbPool, themes: readonly Theme[]): Promise<void> {
  await pool`
    insert into themes as t (code, label, level, parent_code, source)
    select code, label, level, "parentCode", 'catalogue'
    from jsonb_to_recordset(${pool.json(themes as never)}) as r (
      code text, label text, level smallint, "parentCode" text)
    on conflict (code) do update set
      label = excluded.label, level = excluded.level, parent_code = excluded.parent_code, source = 'catalogue',
      reindex_after = case when t.label <> excluded.label or t.source = 'news' then '' else t.reindex_after end,
      updated_at = now()
    where t.source <> 'operator' and (t.label, t.level, t.parent_code, t.source)
      is distinct from (excluded.label, excluded.level, excluded.parent_code, 'catalogue')`
}
