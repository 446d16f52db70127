import type { Db } from '@pauta/platform/database/database'

export interface Similarity {
  uniqueId: string
  /** Cosine of the two vectors, from -1 to 1. */
  similarity: number
}

export interface SimilarityRequest {
  uniqueId: string
  /** Articles to compare with. */
  among: readonly string[]
  /** Only vectors of this model are compared. */
  model: string
  /** Smallest cosine of a result. */
  threshold: number
  limit: number
}

/**
 * Returns exact cosines between an article and others from their stored vectors, best first, ties by date. Excludes the
 * article itself, its copies (same content_hash), taken-down articles and articles without a vector.
 */
export async function listSimilarities(db: Db, request: SimilarityRequest): Promise<Similarity[]> {
  return await db<Similarity[]>`
    select a.unique_id, 1 - (e.embedding <=> own.embedding) as similarity
    from article_embeddings own
    join articles self on self.unique_id = own.unique_id
    join article_embeddings e on e.model = own.model and e.unique_id = any(${[...request.among]})
    join articles a on a.unique_id = e.unique_id
    where own.unique_id = ${request.uniqueId} and own.model = ${request.model}
      and a.unique_id <> self.unique_id and a.deleted_at is null
      and (a.content_hash is null or a.content_hash is distinct from self.content_hash)
      and (e.embedding <=> own.embedding) <= 1 - ${request.threshold}::float8
    order by similarity desc, a.published_at desc, a.unique_id
    limit ${request.limit}`
}
