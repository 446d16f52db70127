import type { Db, DbPool } from '@pauta/platform/database/database'
import type { ArticleColumns } from '../articles/article.ts'
import { lockArticles } from '../articles/lock.ts'
import type { ChangedArticle, NewEvent } from '../history/event.ts'
import { recordEvents } from '../history/writes.ts'
import { refreshEntityStore } from '../entities/upkeep.ts'
import { markDue } from '../steps/steps.ts'
import { isForClassifier } from '../themes/theme-source.ts'
import { themeCodesOf, type Theme, type ThemeCodes } from '../themes/theme.ts'

/** What the built-in classifier found for an article. */
export interface BuiltInTheme extends ThemeCodes {
  /** Probability of the level-1 theme. */
  confidence: number
  source: 'learned' | 'rules'
  /** Version of what was learned, or of the rules. */
  model: string
}

/** Stands for the curated words and agencies, where nothing was learned. */
const RULES_MODEL = 'rules'

/** Returns the answer of the classifier with all codes. `version` is that of what was learned, if anything was. */
export function toBuiltInTheme(
  chosen: { code: string; confidence: number } | null,
  { catalogue, version }: { catalogue: ReadonlyMap<string, Theme>; version: string | undefined },
): BuiltInTheme | null {
  return (
    chosen && {
      ...themeCodesOf(catalogue, chosen.code),
      confidence: chosen.confidence,
      source: version === undefined ? 'rules' : 'learned',
      model: version ?? RULES_MODEL,
    }
  )
}

/** The answer for an article; null when the classifier is not sure enough of any theme. */
export interface BuiltInAnswer {
  uniqueId: string
  theme: BuiltInTheme | null
}

const NO_THEME = {
  themeL1Code: null,
  themeL2Code: null,
  themeL3Code: null,
  mostSpecificThemeCode: null,
  confidence: null,
  source: null,
  model: null,
}

/** What a storing of themes has changed. */
interface StoredThemes {
  /** Articles with another theme, source or confidence, which the caller makes due for the index. */
  ids: string[]
  /** Articles with another theme, which the caller passes to `refreshEntityStore`: mentions and metrics contain it. */
  moved: string[]
  /** Articles that had a theme before and have another one now. The caller records them last in its transaction. */
  events: NewEvent[]
}

/**
 * Stores the answers of the built-in classifier, for articles whose theme no operator, site or language model has
 * chosen. Call it with the articles locked.
 */
export async function storeBuiltInThemes(db: Db, answers: readonly BuiltInAnswer[]): Promise<StoredThemes> {
  if (answers.length === 0) return { ids: [], moved: [], events: [] }
  const rows = answers.map(({ uniqueId, theme }) => ({
    uniqueId,
    ...(theme ?? NO_THEME),
  }))
  const changed = await db<(ChangedArticle & { hasMoved: boolean; hadTheme: boolean })[]>`
    with answer as (
      select * from jsonb_to_recordset(${db.json(rows)}) as r ("uniqueId" text, "themeL1Code" text,
        "themeL2Code" text, "themeL3Code" text, "mostSpecificThemeCode" text, model text, source text, confidence real)
    ), before as (
      select a.unique_id, (a.theme_l1_code, a.theme_l2_code, a.theme_l3_code, a.most_specific_theme_code)
        is distinct from (r."themeL1Code", r."themeL2Code", r."themeL3Code", r."mostSpecificThemeCode") as has_moved,
        a.most_specific_theme_code is not null as had_theme
      from articles a join answer r on r."uniqueId" = a.unique_id
      where a.deleted_at is null and ${isForClassifier(db)}
        and (a.theme_l1_code, a.theme_l2_code, a.theme_l3_code, a.most_specific_theme_code, a.theme_source,
          a.theme_confidence)
        is distinct from (r."themeL1Code", r."themeL2Code", r."themeL3Code", r."mostSpecificThemeCode", r.source,
          r.confidence)
    )
    update articles a set
      theme_l1_code = r."themeL1Code", theme_l2_code = r."themeL2Code", theme_l3_code = r."themeL3Code",
      most_specific_theme_code = r."mostSpecificThemeCode", theme_model = r.model, theme_source = r.source,
      theme_confidence = r.confidence, updated_at = clock_timestamp(),
      changed_at = case when b.has_moved then clock_timestamp() else a.changed_at end
    from answer r join before b on b.unique_id = r."uniqueId"
    where a.unique_id = r."uniqueId"
    returning a.unique_id, a.agency_key, a.content_hash, b.has_moved, b.had_theme`
  const ids = changed.map(({ uniqueId }) => uniqueId)
  const moved = changed.flatMap(({ uniqueId, hasMoved }) => (hasMoved ? [uniqueId] : []))
  const events = changed.flatMap(({ hasMoved, hadTheme, ...article }): NewEvent[] =>
    hasMoved && hadTheme ? [{ ...article, kind: 'relabelled', seenBy: 'model' }] : [],
  )
  return { ids, moved, events }
}

/** Like `storeBuiltInThemes`, in its own transaction. */
export async function replaceBuiltInThemes(
  pool: DbPool,
  answers: readonly BuiltInAnswer[],
): Promise<string[]> {
  if (answers.length === 0) return []
  const { ids } = await pool.begin(async (db) => {
    await lockArticles(
      db,
      answers.map(({ uniqueId }) => uniqueId),
    )
    const { ids, moved, events } = await storeBuiltInThemes(db, answers)
    await markDue(db, 'index', ids)
    await refreshEntityStore(db, moved)
    await recordEvents(db, events)
    return { ids }
  })
  return ids
}

/** The fields from which the theme of an article follows. */
export type ThemeSourceText = Pick<
  ArticleColumns,
  'uniqueId' | 'agencyKey' | 'title' | 'subtitle' | 'content'
>

/** A page of a walk in the order of the ids. */
export interface ThemeWalk {
  /** The last id of the page before. */
  after: string
  limit: number
}

/** The subject of news is in its beginning; markup is removed later. */
const CONTENT_MAX_CHARACTERS = 12_000

const textColumns = (db: Db) => db`
  a.unique_id, a.agency_key, a.title, a.subtitle, left(a.content, ${CONTENT_MAX_CHARACTERS}::int) as content`

/**
 * Lists articles whose theme the built-in classifier chooses. States the condition of the index `articles_built_in_theme`
 * besides `isForClassifier`, which is narrower, because PostgreSQL does not see that one follows from the other.
 */
export async function listForClassifier(db: Db, { after, limit }: ThemeWalk): Promise<ThemeSourceText[]> {
  return await db<ThemeSourceText[]>`
    select ${textColumns(db)} from articles a
    where a.deleted_at is null and (a.most_specific_theme_code is null or a.theme_source in ('learned', 'rules'))
      and ${isForClassifier(db)} and a.unique_id > ${after}
    order by a.unique_id limit ${limit}`
}

/** An article with a theme of an operator, a site or a language model. */
export interface LabelledText extends ThemeSourceText {
  code: string
}

/** SQL: the share of the labelled articles below a bound, drawn by a hash of their ids: always the same ones. */
const isDrawn = (db: Db, share: number) =>
  share >= 1 ? db`true` : db`abs(hashtext(a.unique_id)::bigint) < ${Math.floor(share * 2 ** 31)}`

/** Counts the articles from which themes can be learned. */
export async function countLabelled(db: Db): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from articles a
    where a.deleted_at is null and a.most_specific_theme_code is not null and not ${isForClassifier(db)}`
  return row?.count ?? 0
}

/** Lists a share (0 to 1) of the articles from which themes can be learned. */
export async function listLabelled(
  db: Db,
  { after, limit, share }: ThemeWalk & { share: number },
): Promise<LabelledText[]> {
  return await db<LabelledText[]>`
    select ${textColumns(db)}, a.most_specific_theme_code as code from articles a
    where a.deleted_at is null and a.most_specific_theme_code is not null and not ${isForClassifier(db)}
      and ${isDrawn(db, share)} and a.unique_id > ${after}
    order by a.unique_id limit ${limit}`
}
