import { hashContent } from '@pauta/platform/text/identity'
import type { ArticleColumns, IncomingArticle } from '../articles/article.ts'

/** An article as the store has it, with who wrote what the agency did not. */
export interface StoredArticle extends ArticleColumns {
  /** The language model that wrote the summary; null for one of the agency's own. */
  summaryModel: string | null
  /** The same of the themes. */
  themeModel: string | null
  /** The latest version seen; null in rows that are older than this column. */
  versionAt: Date | null
}

export type StoredSummary = Pick<StoredArticle, 'summary' | 'summaryModel'>
export type StoredThemes = Pick<
  StoredArticle,
  'themeL1Code' | 'themeL2Code' | 'themeL3Code' | 'mostSpecificThemeCode' | 'themeModel'
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
}

/** The version that a row stands for; null for an old row that nobody dated. */
const versionOf = (row: StoredArticle): Date | null => row.versionAt ?? row.extractedAt ?? row.sourceUpdatedAt

/** Messages overtake each other: a version older than what the row holds only fills in what is missing. */
function isLate(before: StoredArticle | undefined, incoming: IncomingArticle): before is StoredArticle {
  const known = before && versionOf(before)
  return known ? incoming.versionAt < known : false
}

/** The four codes change together: a new level 1 beside the level 3 of another branch would be nonsense. */
function mergeThemes(known: StoredThemes, incoming: IncomingArticle, late: boolean): StoredThemes {
  const { themeL1Code, themeL2Code, themeL3Code, mostSpecificThemeCode } = incoming
  const deepest = mostSpecificThemeCode ?? themeL3Code ?? themeL2Code ?? themeL1Code
  const keeps =
    deepest === null || (late && known.mostSpecificThemeCode !== null && known.themeModel === null)
  if (!keeps)
    return { themeL1Code, themeL2Code, themeL3Code, mostSpecificThemeCode: deepest, themeModel: null }
  return {
    themeL1Code: known.themeL1Code,
    themeL2Code: known.themeL2Code,
    themeL3Code: known.themeL3Code,
    mostSpecificThemeCode: known.mostSpecificThemeCode,
    themeModel: known.themeModel,
  }
}

/** A summary of the agency's own, however late it comes, takes the place of one that a model wrote. */
function mergeSummary(known: StoredSummary, incoming: IncomingArticle, late: boolean): StoredSummary {
  const keeps = incoming.summary === null || (late && known.summary !== null && known.summaryModel === null)
  return keeps
    ? { summary: known.summary, summaryModel: known.summaryModel }
    : { summary: incoming.summary, summaryModel: null }
}

/**
 * What the row becomes. What arrives replaces what was there, unless it is an older version; what is missing erases
 * nothing, so that a scrape that knows neither summary nor theme leaves both in place. The agency of a known article
 * stays.
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
    subtitle: pick(incoming.subtitle, known.subtitle),
    editorialLead: pick(incoming.editorialLead, known.editorialLead),
    content,
    ...mergeSummary(known, incoming, late),
    imageUrl: pick(incoming.imageUrl, known.imageUrl),
    videoUrl: pick(incoming.videoUrl, known.videoUrl),
    category: pick(incoming.category, known.category),
    tags: pick(someOf(incoming.tags), someOf(known.tags)) ?? [],
    ...mergeThemes(known, incoming, late),
    contentHash: hashContent(title, content),
    versionAt: late ? versionOf(before) : incoming.versionAt,
  }
}

const someOf = (tags: string[]): string[] | null => (tags.length > 0 ? tags : null)

// When a scraper looked is no news: a row that differs in nothing else is unchanged.
const BOOKKEEPING = new Set<keyof StoredArticle>(['extractedAt', 'versionAt'])

/** Whether a reader could tell the two apart. */
export function differs(before: StoredArticle, after: StoredArticle): boolean {
  return (Object.keys(after) as (keyof StoredArticle)[]).some((column) => {
    if (BOOKKEEPING.has(column)) return false
    return JSON.stringify(before[column]) !== JSON.stringify(after[column])
  })
}
