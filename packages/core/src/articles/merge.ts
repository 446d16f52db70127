import { hashContent } from './identity.ts'
import type { IncomingArticle } from './article.ts'

/** The stored columns that come in through the door. */
export interface StoredArticle {
  uniqueId: string
  agencyKey: string
  title: string
  url: string
  publishedAt: Date
  sourceUpdatedAt: Date | null
  extractedAt: Date | null
  subtitle: string | null
  editorialLead: string | null
  content: string | null
  summary: string | null
  imageUrl: string | null
  videoUrl: string | null
  category: string | null
  tags: string[]
  themeL1Code: string | null
  themeL2Code: string | null
  themeL3Code: string | null
  mostSpecificThemeCode: string | null
  contentHash: string | null
}

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
}

/** The four codes change together: a new level 1 beside the level 3 of another branch would be nonsense. */
function mergeThemes(before: Partial<StoredArticle>, incoming: IncomingArticle) {
  const { themeL1Code, themeL2Code, themeL3Code, mostSpecificThemeCode } = incoming
  const deepest = mostSpecificThemeCode ?? themeL3Code ?? themeL2Code ?? themeL1Code
  if (deepest !== null) return { themeL1Code, themeL2Code, themeL3Code, mostSpecificThemeCode: deepest }
  return {
    themeL1Code: before.themeL1Code ?? null,
    themeL2Code: before.themeL2Code ?? null,
    themeL3Code: before.themeL3Code ?? null,
    mostSpecificThemeCode: before.mostSpecificThemeCode ?? null,
  }
}

/**
 * What the row becomes. What arrives replaces what was there; what is missing erases nothing, so that a scrape that
 * knows neither summary nor theme leaves both in place.
 */
export function mergeArticle(
  uniqueId: string,
  before: StoredArticle | undefined,
  incoming: IncomingArticle,
): StoredArticle {
  const known = before ?? NOTHING
  const title = incoming.title === '' ? (before?.title ?? '') : incoming.title
  const content = incoming.content ?? known.content
  return {
    uniqueId,
    agencyKey: incoming.agencyKey,
    title,
    url: incoming.url,
    publishedAt: incoming.publishedAt,
    sourceUpdatedAt: incoming.updatedAt ?? known.sourceUpdatedAt,
    extractedAt: incoming.extractedAt ?? known.extractedAt,
    subtitle: incoming.subtitle ?? known.subtitle,
    editorialLead: incoming.editorialLead ?? known.editorialLead,
    content,
    summary: incoming.summary ?? known.summary,
    imageUrl: incoming.imageUrl ?? known.imageUrl,
    videoUrl: incoming.videoUrl ?? known.videoUrl,
    category: incoming.category ?? known.category,
    tags: incoming.tags.length > 0 ? incoming.tags : known.tags,
    ...mergeThemes(known, incoming),
    contentHash: hashContent(title, content),
  }
}

// When a scraper looked is no news: a row that differs in nothing else is unchanged.
const BOOKKEEPING = new Set<keyof StoredArticle>(['extractedAt'])

/** Whether a reader could tell the two apart. */
export function differs(before: StoredArticle, after: StoredArticle): boolean {
  return (Object.keys(after) as (keyof StoredArticle)[]).some((column) => {
    if (BOOKKEEPING.has(column)) return false
    return JSON.stringify(before[column]) !== JSON.stringify(after[column])
  })
}
