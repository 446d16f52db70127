import type { Db } from '@pauta/platform/database/database'
import { embeddingText, type EmbeddingModel } from './embedding-model.ts'
import type { DocumentRow } from '../articles/queries.ts'

/** A vector as it is stored. */
export interface StoredEmbedding {
  uniqueId: string
  /** Fingerprint of the text from which the vector was computed. */
  contentHash: string | null
  /** In PostgreSQL's notation. */
  embedding: string
}

/** A vector that a model computed from a text; null or undefined when there is none. */
export interface MadeEmbedding {
  uniqueId: string
  contentHash: string | null
  vector: Float32Array | null | undefined
}

/** Returns the computed vectors in the form in which they are stored. Skips articles without a vector. */
export function writeEmbeddings(made: readonly MadeEmbedding[]): StoredEmbedding[] {
  return made.flatMap(({ uniqueId, contentHash, vector }) =>
    vector ? [{ uniqueId, contentHash, embedding: `[${vector.join(',')}]` }] : [],
  )
}

/** Stores vectors of a model. An article has only its latest vector. */
export async function saveEmbeddings(
  db: Db,
  model: string,
  embeddings: readonly StoredEmbedding[],
): Promise<void> {
  await db`
    insert into article_embeddings as e (unique_id, model, content_hash, embedding)
    select unique_id, ${model}, content_hash, embedding::vector
    from unnest(${embeddings.map((item) => item.uniqueId)}::text[],
      ${embeddings.map((item) => item.contentHash) as string[]}::text[],
      ${embeddings.map((item) => item.embedding)}::text[]) as r (unique_id, content_hash, embedding)
    on conflict (unique_id) do update set
      model = excluded.model, content_hash = excluded.content_hash, embedding = excluded.embedding, updated_at = now()`
}

/**
 * Computes and stores the missing and outdated vectors of rows, one request of the model after the other, and returns
 * all rows with their vectors. Skips taken-down rows. Throws SERVICE_UNAVAILABLE (`embedding`) when the model does not
 * answer, and the reason of the signal when that aborts between two requests. Vectors stored before stay.
 */
export async function fillEmbeddings(
  db: Db,
  model: EmbeddingModel,
  rows: readonly DocumentRow[],
  signal?: AbortSignal,
): Promise<DocumentRow[]> {
  const missing = rows.filter(
    (row) => row.deletedAt === null && (row.embedding === null || row.embeddingIsStale),
  )
  const byId = new Map<string, string>()
  for (let start = 0; start < missing.length; start += model.textsAtOnce) {
    signal?.throwIfAborted()
    const some = missing.slice(start, start + model.textsAtOnce)
    const vectors = await model.embed(some.map(embeddingText), 'passage')
    const made = writeEmbeddings(
      some.map(({ uniqueId, contentHash }, position) => ({
        uniqueId,
        contentHash,
        vector: vectors[position],
      })),
    )
    await saveEmbeddings(db, model.name, made)
    for (const { uniqueId, embedding } of made) byId.set(uniqueId, embedding)
  }
  return rows.map((row) => {
    const embedding = byId.get(row.uniqueId)
    return embedding === undefined ? row : { ...row, embedding, embeddingIsStale: false }
  })
}
