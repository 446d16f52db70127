import { articleFilter, isGrouped } from '@pauta/core/search-index/article-filter'
import type { IndexDocument } from '@pauta/core/search-index/collection'
import { showFeatures } from '@pauta/core/articles/features'
import { findRemovedDocument } from '@pauta/core/history/removed-document'
import { readRows } from '@pauta/platform/database/database'
import { readStates } from '@pauta/core/articles/states'
import { findDocument, listDocuments } from '@pauta/core/search-index/search'
import { STORY_ARTICLES_MAX } from '@pauta/core/stories/queries'
import type { GraphQLResolveInfo } from 'graphql'
import { localHour } from '@pauta/platform/time/time'
import type { AccessMap } from '../../request/access.ts'
import { articleIdArgument, limitArgument, pageArgument, pageSizeArgument } from '../../request/arguments.ts'
import type { Resolvers } from '../../generated/resolvers-types.ts'
import { TAGS_MAX } from '../../loaders/catalogue.ts'
import { warnOfUnknownValues } from '../../request/unknown-values.ts'
import { listedText } from '../../loaders/articles.ts'
import { documentFields, listedFields } from './fields.ts'

const LIMIT_MAX = 250
const TAGS_DEFAULT = 20

/** Lists of the index come without the text, lists of PostgreSQL with it. */
type ArticleWithoutText = Omit<IndexDocument, 'content'> & { content?: string }

/** Whether the object of a field is an item of a list. */
const isListed = ({ prev }: GraphQLResolveInfo['path']): boolean => typeof prev?.key === 'number'

export const access = {
  'Query.articles': 'public',
  'Query.article': 'public',
  'Query.popularTags': 'public',
} satisfies AccessMap
const instant = (seconds: number | undefined) => (seconds === undefined ? null : new Date(seconds * 1000))

export const resolvers = {
  Query: {
    articles: async (_, { page, limit: asked, filter, sort }, context, info) => {
      const limit = pageSizeArgument(asked, LIMIT_MAX)
      const { documents, found } = await listDocuments(context.index, {
        filter: articleFilter(filter),
        dedup: isGrouped(filter),
        order: sort ?? null,
        page: pageArgument(page, limit),
        limit,
        fields: listedFields(info, 'articles'),
      })
      await warnOfUnknownValues(filter, context, { found })
      return { articles: documents, page, found }
    },
    article: async (_, { uniqueId }, { db, index }, info) => {
      const id = articleIdArgument(uniqueId, 'uniqueId')
      const document = await findDocument(index, id, documentFields(info))
      // The index has no removed articles.
      return document ?? (await readRows(() => findRemovedDocument(db, id))) ?? null
    },
    popularTags: async (_, { limit: asked }, { catalogue }) => {
      const limit = limitArgument(asked ?? TAGS_DEFAULT, TAGS_MAX)
      const tags = await catalogue.listTags()
      return tags.slice(0, limit).map(({ value, count }) => ({ label: value, count }))
    },
  },
  Article: {
    uniqueId: (article) => article.unique_id,
    image: (article) => article.image ?? null,
    videoUrl: (article) => article.video_url ?? null,
    // The index stores '' for a missing required field.
    content: async (article: ArticleWithoutText, _, { loaders }, { path }) => {
      const { unique_id: id, content, content_is_long: isLong } = article
      if (content === undefined) return isLong ? null : await loaders.contents.load(id)
      return isListed(path) ? listedText(content) : content || null
    },
    summary: (article) => article.summary ?? null,
    summarySource: (article) => article.summary_source ?? null,
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
    themeSource: (article) => article.theme_source ?? null,
    themeConfidence: (article) => article.theme_confidence ?? null,
    publicationHour: (article: IndexDocument) => localHour(new Date(article.published_at * 1000)),
    versions: async ({ unique_id: id }, _, { loaders }) => (await loaders.histories.load(id)).versions,
    removedAt: async ({ unique_id: id }, _, { loaders }) => (await loaders.histories.load(id)).removedAt,
    features: async (article, _, { loaders }) => {
      const features = await loaders.features.load(article.unique_id)
      if (!features) return null
      const { entities, content_annotations: contentAnnotations } = features
      return {
        ...showFeatures(features),
        entities: entities ?? [],
        contentAnnotations: contentAnnotations ?? [],
        states: readStates(features.states),
      }
    },
    story: (article, _, { loaders }) => loaders.stories.load(article.unique_id),
  },
  Story: {
    articlesCount: ({ articles }) => articles.length,
    agencies: ({ articles }) => [...new Set(articles.map(({ agencyKey }) => agencyKey))],
    agencyNames: ({ articles }) => [
      ...new Map(articles.map(({ agencyKey, agencyName }) => [agencyKey, agencyName])).values(),
    ],
    articles: async ({ articles }, { limit: asked }, { loaders }) => {
      const chosen = articles.slice(0, limitArgument(asked, STORY_ARTICLES_MAX))
      const documents = await loaders.listed.loadMany(chosen.map(({ uniqueId }) => uniqueId))
      const failed = documents.find((document) => document instanceof Error)
      if (failed) throw failed
      // An article may have left the index since its story was read.
      return documents.filter((document): document is IndexDocument => document !== null)
    },
  },
  EntityType: {
    count: (entity) => entity.count ?? 1,
    office: (entity) => entity.office ?? null,
    canonicalId: (entity) => entity.canonical_id ?? null,
  },
  ContentAnnotation: { canonicalId: (annotation) => annotation.canonical_id ?? null },
} satisfies Resolvers
