import type { DbPool } from '@pauta/platform/database/database'
import { badInput } from '@pauta/platform/errors'
import { parentThemeCode, themeLevel } from './theme.ts'

const THEME_CODE = /^\d{2}(\.\d{2}){0,2}$/
const LABEL_MAX_CHARACTERS = 200
const UNKNOWN_MAX = 1000

/** A theme code known only from news. */
export interface UnknownTheme {
  code: string
  /** The label of the first article with the code, or the code. */
  suggestedLabel: string
  /** Number of articles with the code on any level. */
  articles: number
}

/** Lists theme codes known only from news, by code: 1,000 at most. */
export async function listUnknownThemes(db: DbPool): Promise<UnknownTheme[]> {
  return await db<UnknownTheme[]>`
    select t.code, t.label as suggested_label, (
      select count(*)::int from articles a
      where a.deleted_at is null and (a.theme_l1_code = t.code or a.theme_l2_code = t.code
        or a.theme_l3_code = t.code or a.most_specific_theme_code = t.code)) as articles
    from themes t where t.source = 'news' order by t.code limit ${UNKNOWN_MAX}`
}

export interface ThemeName {
  code: string
  label: string
}

function checkName({ code, label }: ThemeName): ThemeName {
  const trimmed = label.trim()
  if (!THEME_CODE.test(code)) throw badInput('code', 'deve ter a forma 01, 01.02 ou 01.02.03.')
  if (trimmed === '' || trimmed.length > LABEL_MAX_CHARACTERS || /\p{C}/u.test(trimmed))
    throw badInput('label', `deve ter de 1 a ${LABEL_MAX_CHARACTERS} caracteres visíveis.`)
  return { code, label: trimmed }
}

/**
 * Adds a theme to the catalogue, which makes it public. `reindexRenamed` updates the articles with its code. Throws
 * BAD_USER_INPUT naming `code` or `label`, also for a known theme and for a theme with an unknown parent.
 */
export async function addTheme(pool: DbPool, name: ThemeName): Promise<void> {
  const { code, label } = checkName(name)
  const parentCode = parentThemeCode(code)
  await pool.begin(async (db) => {
    const [parent] = await db`select 1 from known_themes where code = ${parentCode}`
    if (parentCode !== null && !parent)
      throw badInput('code', `o tema ${parentCode}, acima dele, não está no catálogo.`)
    const added = await db`
      insert into themes as t (code, label, level, parent_code, source, reindex_after)
      values (${code}, ${label}, ${themeLevel(code)}, ${parentCode}, 'operator', '')
      on conflict (code) do update set
        label = excluded.label, level = excluded.level, parent_code = excluded.parent_code, source = 'operator',
        reindex_after = '', updated_at = now()
      where t.source = 'news'
      returning 1`
    if (added.length === 0) throw badInput('code', `o tema ${code} já está no catálogo.`)
  })
}

/**
 * Renames a known theme. Later versions of the catalogue keep this label. Returns false when the label is the same.
 * Throws BAD_USER_INPUT naming `code` or `label`, also for an unknown theme.
 */
export async function renameTheme(pool: DbPool, name: ThemeName): Promise<boolean> {
  const { code, label } = checkName(name)
  return await pool.begin(async (db) => {
    const [theme] = await db<{ label: string }[]>`
      select label from themes where code = ${code} and source <> 'news' for no key update`
    if (!theme) throw badInput('code', `o tema ${code} não está no catálogo.`)
    if (theme.label === label) return false
    await db`
      update themes set label = ${label}, source = 'operator', reindex_after = '', updated_at = now()
      where code = ${code}`
    return true
  })
}
