import type { DocumentField } from '@pauta/core/search-index/search'
import type { GraphQLResolveInfo } from 'graphql'
import type { Article } from '../../generated/resolvers-types.ts'
import { selectedFields } from '../../request/selected-fields.ts'

type ArticleField = Exclude<keyof Article, '__typename'>

/** The field of the index document for each field of Article. `features`, `versions`, `removedAt` and `story` are in PostgreSQL. */
const DOCUMENT_FIELDS: Record<ArticleField, DocumentField> = {
  uniqueId: 'unique_id',
  title: 'title',
  url: 'url',
  image: 'image',
  videoUrl: 'video_url',
  content: 'content',
  summary: 'summary',
  summarySource: 'summary_source',
  subtitle: 'subtitle',
  editorialLead: 'editorial_lead',
  category: 'category',
  tags: 'tags',
  agency: 'agency',
  agencyName: 'agency_name',
  publishedAt: 'published_at',
  extractedAt: 'extracted_at',
  theme1Level1Code: 'theme_l1_code',
  theme1Level1Label: 'theme_l1_label',
  theme1Level2Code: 'theme_l2_code',
  theme1Level2Label: 'theme_l2_label',
  theme1Level3Code: 'theme_l3_code',
  theme1Level3Label: 'theme_l3_label',
  mostSpecificThemeCode: 'most_specific_theme_code',
  mostSpecificThemeLabel: 'most_specific_theme_label',
  themeSource: 'theme_source',
  themeConfidence: 'theme_confidence',
  publicationHour: 'published_at',
  features: 'unique_id',
  versions: 'unique_id',
  removedAt: 'unique_id',
  story: 'unique_id',
}

/** Returns the document fields that a query selects of one article. */
export function documentFields(info: GraphQLResolveInfo, ...path: string[]): DocumentField[] {
  const selected = selectedFields(info, ...path)
  return (Object.keys(DOCUMENT_FIELDS) as ArticleField[])
    .filter((field) => selected.has(field))
    .map((field) => DOCUMENT_FIELDS[field])
}

/**
 * Returns the document fields that a query selects of the articles of a list. Their texts are read by a loader, so that
 * no text is transferred that the list leaves out.
 */
export function listedFields(info: GraphQLResolveInfo, ...path: string[]): DocumentField[] {
  return documentFields(info, ...path).map((field) => (field === 'content' ? 'content_is_long' : field))
}
