import { articleFilter } from '@pauta/core/search-index/article-filter'
import type { IndexDocument } from '@pauta/core/search-index/article-document'
import { findDocument, listDocuments } from '@pauta/core/search-index/search'
import { localHour } from '@pauta/platform/time/time'
import type { AccessMap } from '../../request/access.ts'
import { articleIdArgument, pageArgument, pageSizeArgument } from '../../request/arguments.ts'
import type { Resolvers } from '../../generated/resolvers-types.ts'
import { documentFields } from './fields.ts'

const LIMIT_MAX = 250

export const access = { 'Query.articles': 'public', 'Query.article': 'public' } satisfies AccessMap
const instant = (seconds: number | undefined) => (seconds === undefined ? null : new Date(seconds * 1000))

export const resolvers = {
  Query: {
    articles: async (_, { page, limit: asked, filter, sort }, { index }, info) => {
      const limit = pageSizeArgument(asked, LIMIT_MAX)
      const found = await listDocuments(index, {
        filter: articleFilter(filter),
        dedup: filter?.dedup ?? false,
        order: sort ?? null,
        page: pageArgument(page, limit),
        limit,
        fields: documentFields(info, 'articles'),
      })
      return { articles: found.documents, page, found: found.found }
    },
    article: async (_, { uniqueId }, { index }, info) =>
      (await findDocument(index, articleIdArgument(uniqueId, 'uniqueId'), documentFields(info))) ?? null,
  },
  Article: {
    uniqueId: (article) => article.unique_id,
    image: (article) => article.image ?? null,
    videoUrl: (article) => article.video_url ?? null,
    // The index stores '' for a missing required field.
    content: (article) => article.content || null,
    summary: (article) => article.summary ?? null,
    editorialLead: (article) => article.editorial_lead ?? null,
    tags: (article) => article.tags ?? [],
    agencyName: (article) => article.agency_name,
    publishedAt: (article) => instant(article.published_at),
    extractedAt: (article) => instant(article.extracted_at),
    theme1Level1Code: (article) => article.theme_l1_code ?? null,
    theme1Level1Label: (article) => article.theme_l1_label ?? null,
    theme1Level2Code: (article) => article.theme_l2_code ?? null,
    theme1Level2Label: (article) => article.theme_l2_label ?? null,
    theme1Level3Code: (article) => article.theme_l3_code ?? null,
    theme1Level3Label: (article) => article.theme_l3_label ?? null,
    mostSpecificThemeCode: (article) => article.most_specific_theme_code ?? null,
    mostSpecificThemeLabel: (article) => article.most_specific_theme_label ?? null,
    publicationHour: (article: IndexDocument) => localHour(new Date(article.published_at * 1000)),
    features: (article, _, { loaders }) => loaders.features.load(article.unique_id),
  },
  ArticleFeatures: {
    entities: (features) => features.entities ?? [],
    contentAnnotations: (features) => features.content_annotations ?? [],
    viewCount: (features) => features.view_count ?? null,
    uniqueSessions: (features) => features.unique_sessions ?? null,
    trendingScore: (features) => features.trending_score ?? null,
    wordCount: (features) => features.word_count ?? null,
    readabilityFlesch: (features) => features.readability_flesch ?? null,
  },
  EntityType: {
    count: (entity) => entity.count ?? 1,
    canonicalId: (entity) => entity.canonical_id ?? null,
  },
  ContentAnnotation: { canonicalId: (annotation) => annotation.canonical_id ?? null },
} satisfies Resolvers
