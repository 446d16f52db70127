import type { Tool } from '../define-tool.ts'
import { agencyAnalytics } from './agency-analytics.ts'
import { articleChanges, articleDiff } from './article-changes.ts'
import { articleCounts } from './article-counts.ts'
import { listAgencies, listThemes } from './catalogue.ts'
import { clippingReleases, createClipping, myClippings } from './clippings.ts'
import { countArticles } from './count-articles.ts'
import { entityCoverage, entityNetwork, searchEntities } from './entities.ts'
import { getArticle } from './get-article.ts'
import { getRelease } from './get-release.ts'
import { estimateRecorte, previewClipping } from './recortes.ts'
import { relatedArticles } from './related-articles.ts'
import { searchArticles } from './search-articles.ts'
import { newsTimeline, trending } from './statistics.ts'

/** Every tool, in the order in which clients list them. */
export const TOOLS: readonly Tool[] = [
  searchArticles,
  getArticle,
  relatedArticles,
  articleChanges,
  articleDiff,
  countArticles,
  articleCounts,
  agencyAnalytics,
  listAgencies,
  listThemes,
  newsTimeline,
  trending,
  searchEntities,
  entityNetwork,
  entityCoverage,
  estimateRecorte,
  previewClipping,
  createClipping,
  myClippings,
  clippingReleases,
  getRelease,
]
