import type { IndexDocument } from './collection.ts'
import { allOf, differsFrom, equalsAny, withIds, withoutIds } from './filter.ts'
import { findNeighbours, type NeighbourDependencies } from './neighbours.ts'
import { listDocuments, listDocumentsEach, type DocumentField } from './search.ts'

/** Smallest cosine of related articles. */
const RELATED_MIN_SIMILARITY = 0.6

const OWN_FIELDS = ['content_hash', 'most_specific_theme_code', 'theme_l1_code'] as const

export interface RelatedRequest {
  uniqueId: string
  /** At most 250. */
  limit: number
  fields: readonly DocumentField[]
}

export interface RelatedArticles {
  documents: IndexDocument[]
  /** False when the index has vectors of another model, so that the articles were chosen by theme only. */
  comparable: boolean
}

/** Lists the newest articles of the same most specific theme, else of the same level-1 theme, without copies. */
async function listByTheme(
  { index }: NeighbourDependencies,
  article: IndexDocument,
  { limit, fields }: RelatedRequest,
): Promise<IndexDocument[]> {
  const others = allOf(withoutIds([article.unique_id]), differsFrom('content_hash', article.content_hash))
  const themes = [
    ['most_specific_theme_code', article.most_specific_theme_code],
    ['theme_l1_code', article.theme_l1_code],
  ] as const
  const requests = themes.flatMap(([field, code]) =>
    code ? [{ filter: allOf(equalsAny(field, [code], field), others), page: 1, limit, fields }] : [],
  )
  if (requests.length === 0) return []
  const pages = await listDocumentsEach(index, requests)
  return pages.find(({ documents }) => documents.length > 0)?.documents ?? []
}

/**
 * Lists related articles, best first: neighbours with a cosine of 0.6 or more, else the newest articles of the same
 * theme. Excludes the article itself and its copies. An unknown article has none. Sends two requests to the index and
 * runs at most one statement.
 */
export async function listRelated(
  dependencies: NeighbourDependencies,
  request: RelatedRequest,
): Promise<RelatedArticles> {
  const { uniqueId, limit, fields } = request
  const { article, neighbours, comparable } = await findNeighbours(dependencies, {
    uniqueId,
    threshold: RELATED_MIN_SIMILARITY,
    limit,
    fields: OWN_FIELDS,
  })
  if (!article) return { documents: [], comparable: true }
  if (neighbours.length === 0)
    return { documents: await listByTheme(dependencies, article, request), comparable }
  const ids = neighbours.map((neighbour) => neighbour.uniqueId)
  const found = await listDocuments(dependencies.index, {
    filter: withIds(ids),
    page: 1,
    limit: ids.length,
    fields,
  })
  const byId = new Map(found.documents.map((document) => [document.unique_id, document]))
  return { documents: ids.flatMap((id) => byId.get(id) ?? []), comparable }
}
