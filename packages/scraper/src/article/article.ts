import type { Stamp } from '../dates/stamp.ts'

/**
 * What is unusual about a stored article. `general`: no rule of the site found its text, so it was read as a page of
 * unknown structure. `shifted`: its data state a time that is off by whole hours, and the one that readers see counts.
 */
export type ArticleFlag = 'short' | 'undated' | 'future' | 'light-clean' | 'general' | 'shifted'

/** Fields whose reading follows a chain of rules. */
export type RuledField =
  | 'title'
  | 'publishedAt'
  | 'updatedAt'
  | 'subtitle'
  | 'editorialLead'
  | 'category'
  | 'tags'
  | 'imageUrl'
  | 'videoUrl'
  | 'body'

/** The rule that found each field. A field that no rule found is absent. */
export type MatchedRules = Partial<Record<RuledField, string>>

/** An article as read from one page or one API item. */
export type ScrapedArticle = {
  readonly agency: string
  readonly url: string
  /** Never empty. */
  readonly title: string
  /** What the page itself calls the article, to compare with the title of the listing; null when it says nothing. */
  readonly heading: string | null
  readonly publishedAt: Stamp | null
  readonly updatedAt: Stamp | null
  readonly subtitle: string | null
  readonly editorialLead: string | null
  readonly category: string | null
  readonly tags: readonly string[]
  readonly imageUrl: string | null
  readonly videoUrl: string | null
  /** The body; empty for galleries and the like. */
  readonly markdown: string
  /** Null without a publication date, because the date is part of the id. */
  readonly uniqueId: string | null
  /** Null without any text. */
  readonly contentHash: string | null
  readonly flags: readonly ArticleFlag[]
  readonly rules: MatchedRules
}
