import type { Features } from '@pauta/core/articles/article'

/**
 * An article as it is submitted, with the features that enrichment would add. Missing texts are null, never blank.
 * Instants are whole seconds. `features` contains `sentiment` {label, score in -1..1}, `entities` [{text, type, count,
 * canonical_id, salience in 0..1}], `word_count`, `readability_flesch` in 0..100, `has_image`, `has_video`, and on
 * most articles `view_count` and `unique_sessions`. `image_broken` is present only when true. `content_annotations`
 * [{start, end, type, text, canonical_id}] are present only on request.
 */
export interface SeedArticle {
  uniqueId: string
  agencyKey: string
  title: string
  url: string
  publishedAt: Date
  updatedAt: Date | null
  extractedAt: Date | null
  subtitle: string | null
  editorialLead: string | null
  content: string
  summary: string | null
  imageUrl: string | null
  videoUrl: string | null
  category: string | null
  tags: string[]
  themeL1Code: string | null
  themeL2Code: string | null
  themeL3Code: string | null
  mostSpecificThemeCode: string | null
  features: Features | null
}
