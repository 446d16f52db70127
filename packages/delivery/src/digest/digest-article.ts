export interface DigestArticle {
  uniqueId: string
  title: string
  url: string | null
  /** The agency's key and display name. */
  agency: string | null
  agencyName: string | null
  publishedAt: Date | null
  summary: string | null
  /** The article's own HTML, unchecked. An excerpt replaces a missing summary. */
  contentHtml?: string | null
  /** The story of the article, or the fingerprint of its text: the digest shows one article of each. */
  storyId?: string | null
  /** Names of the other agencies that published the story. */
  otherAgencies?: readonly string[]
}

export interface DigestRecorte {
  title: string
  /** Newest first. */
  articles: readonly DigestArticle[]
  /** Number of the recorte's articles that the digest does not show. */
  more?: number
}
