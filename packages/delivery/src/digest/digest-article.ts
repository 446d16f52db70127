export interface DigestArticle {
  uniqueId: string
  title: string
  url: string | null
  /** The agency's key, and the name that readers know it by. */
  agency: string | null
  agencyName: string | null
  publishedAt: Date | null
  summary: string | null
  /** Its text, from which an article without a summary is introduced. Anything may be in it. */
  contentHtml?: string | null
}

export interface DigestRecorte {
  title: string
  /** Newest first. */
  articles: readonly DigestArticle[]
  /** Articles of the release beyond these, which the digest does not show. */
  more?: number
}
