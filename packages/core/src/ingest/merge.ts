import { hashContent } from '../articles/identity.ts'
import type { ArticleColumns, Clearable, IncomingArticle } from '../articles/article.ts'
import type { ThemeSource } from '../themes/theme-source.ts'

/** A stored article, with the models that wrote its summary and themes. */
export interface StoredArticle extends ArticleColumns {
  /** The language model that wrote the summary; null for the agency's own summary. */
  summaryModel: string | null
  /** The model that chose the themes, built-in or not; null for themes of the agency or of an operator. */
  themeModel: string | null
  themeSource: ThemeSource | null
  /** Probability by the built-in classifier; null for other sources. */
  themeConfidence: number | null
  /** Time of the latest version; null in rows older than this column. */
  versionAt: Date | null
  /** When an operator ordered the erasure of the words: nothing writes the row any more. */
  erasedAt: Date | null
}

export type StoredSummary = Pick<StoredArticle, 'summary' | 'summaryModel'>
export type StoredThemes = Pick<
  StoredArticle,
  | 'themeL1Code'
  | 'themeL2Code'
  | 'themeL3Code'
  | 'mostSpecificThemeCode'
  | 'themeModel'
  | 'themeSource'
  | 'themeConfidence'
>

const NOTHING = {
  sourceUpdatedAt: null,
  extractedAt: null,
  subtitle: null,
  editorialLead: null,
  content: null,
  summary: null,
  imageUrl: null,
  videoUrl: null,
  category: null,
  tags: [] as string[],
  themeL1Code: null,
  themeL2Code: null,
  themeL3Code: null,
  mostSpecificThemeCode: null,
  summaryModel: null,
  themeModel: null,
  themeSource: null,
  themeConfidence: null,
  erasedAt: null,
}

/** Returns the time of a row's version; null for an old row without any date. */
const versionOf = (row: StoredArticle): Date | null => row.versionAt ?? row.extractedAt ?? row.sourceUpdatedAt

/** Messages may arrive out of order. A version older than the stored one only fills missing fields. */
export function isLate(
  before: StoredArticle | undefined,
  incoming: IncomingArticle,
): before is StoredArticle {
  const known = before && versionOf(before)
  return known ? incoming.versionAt < known : false
}

/**
 * The four codes change together: level 1 and level 3 of different branches would be inconsistent. A site never replaces
 * the choice of an operator.
 */
function mergeThemes(known: StoredThemes, incoming: IncomingArticle, late: boolean): StoredThemes {
  const { themeL1Code, themeL2Code, themeL3Code, mostSpecificThemeCode } = incoming
  const deepest = mostSpecificThemeCode ?? themeL3Code ?? themeL2Code ?? themeL1Code
  const keeps =
    deepest === null ||
    (known.mostSpecificThemeCode !== null &&
      known.themeModel === null &&
      (late || known.themeSource === 'operator'))
  if (!keeps)
    return {
      themeL1Code,
      themeL2Code,
      themeL3Code,
      mostSpecificThemeCode: deepest,
      themeModel: null,
      themeSource: 'site',
      themeConfidence: null,
    }
  return {
    themeL1Code: known.themeL1Code,
    themeL2Code: known.themeL2Code,
    themeL3Code: known.themeL3Code,
    mostSpecificThemeCode: known.mostSpecificThemeCode,
    themeModel: known.themeModel,
    themeSource: known.themeSource,
    themeConfidence: known.themeConfidence,
  }
}

/** The agency's own summary replaces a model's summary, however late it arrives. */
function mergeSummary(known: StoredSummary, incoming: IncomingArticle, late: boolean): StoredSummary {
  const keeps = incoming.summary === null || (late && known.summary !== null && known.summaryModel === null)
  return keeps
    ? { summary: known.summary, summaryModel: known.summaryModel }
    : { summary: incoming.summary, summaryModel: null }
}

/**
 * Returns the new row. A newer version replaces the stored fields. Missing fields never erase stored ones, so a scrape
 * without summary and theme keeps both. A version that is not late empties the fields that it clears. The agency of a known
 * article never changes.
 */
export function mergeArticle(
  uniqueId: string,
  before: StoredArticle | undefined,
  incoming: IncomingArticle,
): StoredArticle {
  const known = before ?? NOTHING
  const late = isLate(before, incoming)
  const { url, publishedAt } = late ? before : incoming
  const pick = <T>(arriving: T | null, stored: T | null): T | null =>
    late ? (stored ?? arriving) : (arriving ?? stored)
  const optional = <T>(field: Clearable, arriving: T | null, stored: T | null): T | null =>
    !late && incoming.clears.includes(field) ? arriving : pick(arriving, stored)
  const title = pick(incoming.title || null, before?.title || null) ?? ''
  const content = pick(incoming.content, known.content)
  return {
    uniqueId,
    agencyKey: before?.agencyKey ?? incoming.agencyKey,
    title,
    url,
    publishedAt,
    sourceUpdatedAt: pick(incoming.updatedAt, known.sourceUpdatedAt),
    extractedAt: pick(incoming.extractedAt, known.extractedAt),
    subtitle: optional('subtitle', incoming.subtitle, known.subtitle),
    editorialLead: optional('editorialLead', incoming.editorialLead, known.editorialLead),
    content,
    ...mergeSummary(known, incoming, late),
    imageUrl: optional('imageUrl', incoming.imageUrl, known.imageUrl),
    videoUrl: optional('videoUrl', incoming.videoUrl, known.videoUrl),
    category: optional('category', incoming.category, known.category),
    tags: optional('tags', someOf(incoming.tags), someOf(known.tags)) ?? [],
    ...mergeThemes(known, incoming, late),
    contentHash: hashContent(title, content),
    versionAt: late ? versionOf(before) : incoming.versionAt,
    erasedAt: known.erasedAt,
  }
}

const someOf = (tags: string[]): string[] | null => (tags.length > 0 ? tags : null)

// The time of a scrape is no change: a row that differs only in these columns is unchanged.
const BOOKKEEPING = new Set<keyof StoredArticle>(['extractedAt', 'versionAt'])

/** Returns the columns that readers see and in which two rows differ. */
export function listDifferences(before: StoredArticle, after: StoredArticle): (keyof StoredArticle)[] {
  return (Object.keys(after) as (keyof StoredArticle)[]).filter(
    (column) => !BOOKKEEPING.has(column) && JSON.stringify(before[column]) !== JSON.stringify(after[column]),
  )
}

/** Whether two rows differ in a column that readers see. */
export const differs = (before: StoredArticle, after: StoredArticle): boolean =>
  listDifferences(before, after).length > 0
