import type { Db } from '@pauta/platform/database/database'
import type { ArticleColumns } from '../articles/article.ts'
import { refreshEntityStore } from '../entities/upkeep.ts'
import { badInput } from '@pauta/platform/errors'
import { markDue, type PipelineStep } from '../steps/steps.ts'
import type { DocumentFields } from '../search-index/client.ts'
import { readThemeCatalogue } from '../themes/queries.ts'
import { themeCodesOf, type Theme } from '../themes/theme.ts'
import type { ThemeSource } from '../themes/theme-source.ts'
import type { FieldUpdate, ThemeField } from './updatable-fields.ts'

type AgencyUpdate = Extract<FieldUpdate, { kind: 'agency' }>
type ThemeUpdate = Extract<FieldUpdate, { kind: 'theme' }>

/** The result of a change of a field. */
export interface UpdatedField {
  /** The change as fields of the index document. */
  inIndex: DocumentFields
  /** Steps that became due. */
  due: PipelineStep[]
  /** Notes for the caller in Portuguese: side effects and limits of the change. */
  notes: string[]
}

async function settle(db: Db, uniqueId: string): Promise<void> {
  await markDue(db, 'index', [uniqueId])
  // Mentions and metrics contain the agency and the level-1 theme.
  await refreshEntityStore(db, [uniqueId])
}

/**
 * Assigns an article to a known agency, by its key or official name. Returns undefined for an unknown article. Throws
 * BAD_USER_INPUT naming `value` for an unknown or ambiguous agency.
 */
export async function setAgency(
  db: Db,
  uniqueId: string,
  { field, by, value }: AgencyUpdate,
): Promise<UpdatedField | undefined> {
  const [row] = await db<{ agencyKey: string }[]>`
    select agency_key from articles where unique_id = ${uniqueId} and deleted_at is null`
  if (!row) return undefined
  const known = await db<{ key: string; name: string }[]>`
    select key, name from agencies
    where source <> 'news' and ${by === 'key' ? db`key = ${value}` : db`name = ${value}`} order by key limit 2`
  const [agency] = known
  if (!agency)
    throw badInput('value', `não há no cadastro um órgão com ${by === 'key' ? 'essa chave' : 'esse nome'}.`)
  if (known.length > 1) throw badInput('value', 'há mais de um órgão com esse nome: envie a chave em agency.')
  const isSame = agency.key === row.agencyKey
  if (!isSame) {
    await db`
      update articles set agency_key = ${agency.key}, updated_at = clock_timestamp(), changed_at = clock_timestamp()
      where unique_id = ${uniqueId}`
    await settle(db, uniqueId)
  }
  const note = `${field} vem do cadastro de órgãos: a notícia é agora do órgão ${agency.key}.`
  return {
    inIndex: { agency: agency.key, agency_name: agency.name },
    due: isSame ? [] : ['index'],
    notes: by === 'name' && !isSame ? [note] : [],
  }
}

/** Theme codes of an article by level, and the deepest code. */
type Codes = Pick<ArticleColumns, 'themeL1Code' | 'themeL2Code' | 'themeL3Code' | 'mostSpecificThemeCode'>

const LEVELS = ['themeL1Code', 'themeL2Code', 'themeL3Code'] as const

/** Returns the theme of a code or label. Throws BAD_USER_INPUT naming `value` when none or several match. */
function findTheme(
  catalogue: ReadonlyMap<string, Theme>,
  { level, by, value }: { level: ThemeField; by: 'code' | 'label'; value: string },
  before: Codes,
): Theme {
  const ofLevel = (theme: Theme) => level === 'deepest' || theme.level === level
  const where = level === 'deepest' ? 'no cadastro' : `no nível ${level} do cadastro`
  if (by === 'code') {
    const theme = catalogue.get(value)
    if (!theme || !ofLevel(theme)) throw badInput('value', `não há ${where} um tema com esse código.`)
    return theme
  }
  const named = [...catalogue.values()].filter((theme) => ofLevel(theme) && theme.label === value)
  if (named.length === 0) throw badInput('value', `não há ${where} um tema com esse nome.`)
  // Several branches may contain the label; the branch of the article is preferred.
  const held = Object.values(before).filter((code) => code !== null)
  const own = named.find(({ code }) => held.some((one) => code === one || code.startsWith(`${one}.`)))
  const [first] = named
  if (own) return own
  if (!first || named.length > 1) throw badInput('value', 'há mais de um tema com esse nome: envie o código.')
  return first
}

/**
 * Returns the codes after a change of one level. Higher levels follow the tree. Lower levels stay when they belong to
 * the new theme.
 */
function moveCodes(
  before: Codes,
  level: ThemeField,
  theme: Theme | null,
  catalogue: ReadonlyMap<string, Theme>,
): Codes {
  const after: Codes = {
    themeL1Code: null,
    themeL2Code: null,
    themeL3Code: null,
    mostSpecificThemeCode: null,
  }
  if (theme) Object.assign(after, themeCodesOf(catalogue, theme.code))
  for (const [position, column] of LEVELS.entries()) {
    const code = before[column]
    if (level === 'deepest' || code === null) continue
    if (theme === null && position + 1 < level) after[column] = code
    if (theme !== null && position + 1 > level && code.startsWith(`${theme.code}.`)) after[column] = code
  }
  after.mostSpecificThemeCode = after.themeL3Code ?? after.themeL2Code ?? after.themeL1Code
  return after
}

/** Returns the theme fields of a document. */
function themeFields(codes: Codes, catalogue: ReadonlyMap<string, Theme>): Record<string, string | null> {
  const labelOf = (code: string | null) => (code === null ? null : (catalogue.get(code)?.label ?? null))
  return {
    theme_l1_code: codes.themeL1Code,
    theme_l1_label: labelOf(codes.themeL1Code),
    theme_l2_code: codes.themeL2Code,
    theme_l2_label: labelOf(codes.themeL2Code),
    theme_l3_code: codes.themeL3Code,
    theme_l3_label: labelOf(codes.themeL3Code),
    most_specific_theme_code: codes.mostSpecificThemeCode,
    most_specific_theme_label: labelOf(codes.mostSpecificThemeCode),
  }
}

/**
 * Sets a theme of an article by code or label. Labels always come from the catalogue. The other theme fields are
 * adjusted, so that the four codes never contradict each other; setting them level by level in any order gives the same
 * result. Returns undefined for an unknown article.
 */
export async function setTheme(
  db: Db,
  uniqueId: string,
  { field, level, by, value }: ThemeUpdate,
): Promise<UpdatedField | undefined> {
  const [before] = await db<Codes[]>`
    select theme_l1_code, theme_l2_code, theme_l3_code, most_specific_theme_code
    from articles where unique_id = ${uniqueId} and deleted_at is null`
  if (!before) return undefined
  const catalogue = await readThemeCatalogue(db)
  const theme = value === null ? null : findTheme(catalogue, { level, by, value }, before)
  const after = moveCodes(before, level, theme, catalogue)
  const [was, is] = [themeFields(before, catalogue), themeFields(after, catalogue)]
  const moved = Object.keys(is).filter((name) => is[name] !== was[name])
  if (moved.length === 0) return { inIndex: is, due: [], notes: [] }
  const source: ThemeSource | null = after.mostSpecificThemeCode === null ? null : 'operator'
  await db`
    update articles set theme_l1_code = ${after.themeL1Code}, theme_l2_code = ${after.themeL2Code},
      theme_l3_code = ${after.themeL3Code}, most_specific_theme_code = ${after.mostSpecificThemeCode},
      theme_model = null, theme_source = ${source},
      theme_confidence = null, updated_at = clock_timestamp(), changed_at = clock_timestamp()
    where unique_id = ${uniqueId}`
  await settle(db, uniqueId)
  const stem = field.replace(/_(code|label)$/, '')
  const others = moved.filter((name) => !name.startsWith(stem))
  const notes =
    others.length > 0 ? [`Os temas de uma notícia mudam juntos: mudaram também ${others.join(', ')}.`] : []
  if (by === 'label' && theme) notes.push(`${field} vem do cadastro de temas: o tema é agora ${theme.code}.`)
  return { inIndex: { ...is, theme_source: source, theme_confidence: null }, due: ['index'], notes }
}
