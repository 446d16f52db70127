import type { IndexDocument } from './collection.ts'
import { listSimilarities, type Similarity } from '../embeddings/similarity.ts'
import { readRows, type Db } from '@pauta/platform/database/database'
import type { SearchIndex } from './client.ts'
import { answered } from './index-answer.ts'
import { withIds } from './filter.ts'
import type { LiveModel } from './live-model.ts'
import {
  collectionOf,
  NO_EXTRAS,
  VECTOR_NEIGHBOURS,
  VECTOR_SEARCH_WIDTH,
  type DocumentField,
} from './search.ts'

// Vector queries have no quotes, so only ids without special characters may be inserted.
const PLAIN_ID = /^[\w.-]+$/

export interface NeighbourRequest {
  uniqueId: string
  /** Smallest cosine of a neighbour. */
  threshold: number
  limit: number
  /** Additional fields of the article itself for the caller. */
  fields?: readonly DocumentField[]
}

export interface Neighbourhood {
  /** The article itself; undefined when the index lacks it. */
  article: IndexDocument | undefined
  /** Best first. */
  neighbours: Similarity[]
  /** False when the live collection has vectors of another model, so that none were compared. */
  comparable: boolean
}

export interface NeighbourDependencies {
  db: Db
  index: SearchIndex
  liveModel: LiveModel
  /** Name of the configured model. */
  model: string
}

interface Candidates {
  article: IndexDocument | undefined
  uniqueIds: string[]
  collection: string | undefined
}

/** Returns the article and its approximate neighbours from the index, in one request. */
async function askIndex(
  index: SearchIndex,
  { uniqueId, fields = [] }: NeighbourRequest,
): Promise<Candidates> {
  const itself = {
    q: '*',
    filter_by: withIds([uniqueId]),
    per_page: 1,
    include_fields: ['unique_id', 'content_embedding', ...fields].join(','),
    ...NO_EXTRAS,
  }
  const near = {
    q: '*',
    vector_query: `content_embedding:([], id: ${uniqueId}, k: ${VECTOR_NEIGHBOURS}, ef: ${VECTOR_SEARCH_WIDTH})`,
    sort_by: '_vector_distance:asc',
    per_page: VECTOR_NEIGHBOURS,
    include_fields: 'unique_id',
    ...NO_EXTRAS,
  }
  const [first, second] = await index.searchEach(PLAIN_ID.test(uniqueId) ? [itself, near] : [itself])
  if (!first) return { article: undefined, uniqueIds: [], collection: undefined }
  const answer = answered(first)
  // The index ignores spaces around an id and may match an id of symbols loosely.
  const article = answer.hits?.map((hit) => hit.document).find((document) => document.unique_id === uniqueId)
  // The index refuses the vector query of a document that is missing or has no vector. Such a document has no
  // neighbours.
  const hits = second && article?.content_embedding ? (answered(second).hits ?? []) : []
  return {
    article,
    uniqueIds: hits.map((hit) => hit.document.unique_id),
    collection: collectionOf(answer),
  }
}

/**
 * Returns the nearest articles: the approximate search of the index finds candidates, and the stored vectors give exact
 * cosines. Excludes the article itself, its copies (same content_hash) and taken-down articles. Sends one request to
 * the index and runs at most one statement.
 */
export async function findNeighbours(
  { db, index, liveModel, model }: NeighbourDependencies,
  request: NeighbourRequest,
): Promise<Neighbourhood> {
  const { article, uniqueIds, collection } = await askIndex(index, request)
  const comparable = await liveModel.holds(model, collection)
  if (!comparable || uniqueIds.length === 0) return { article, neighbours: [], comparable }
  const { uniqueId, threshold, limit } = request
  const candidates = { uniqueId, among: uniqueIds, model, threshold, limit }
  return { article, neighbours: await readRows(() => listSimilarities(db, candidates)), comparable }
}
