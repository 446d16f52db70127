import type { Db } from '@pauta/platform/database/database'
import { embeddingText, type EmbeddingModel } from './embedding-model.ts'
import type { DocumentRow } from '../articles/queries.ts'

/** A vector as it is kept. */
export interface StoredEmbedding {
  uniqueId: string
  /** Fingerprint of the text that it was made of. */
  contentHash: string | null
  /** As PostgreSQL reads and writes it. */
  embedding: string
}

/** A vector that a model has made of a text; none where it made none. */
export interface MadeEmbedding {
  uniqueId: string
  contentHash: string | null
  vector: Float32Array | null | undefined
}

/** The vectors that were made, ready to be stored. */
export function writeEmbeddings(made: readonly MadeEmbedding[]): StoredEmbedding[] {
  return made.flatMap(({ uniqueId, contentHash, vector }) =>
    vector ? [{ uniqueId, contentHash, embedding: `[${vector.join(',')}]` }] : [],
  )
}

/** Stores vectors of a model; an article keeps the last one. */
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
 * Makes and stores the vectors that rows lack, or have of a text that has changed since, and returns all rows with
 * theirs. Rows that were taken down are left alone. Throws SERVICE_UNAVAILABLE (`embedding`) and stores nothing when the
 * model does not answer.
 */
export async function fillEmbeddings(
  db: Db,
  model: EmbeddingModel,
  rows: readonly DocumentRow[],
): Promise<DocumentRow[]> {
  const missing = rows.filter(
    (row) => row.deletedAt === null && (row.embedding === null || row.embeddingIsStale),
  )
  if (missing.length === 0) return [...rows]
  const vectors = await model.embed(missing.map(embeddingText), 'passage')
  const made = writeEmbeddings(
    missing.map(({ uniqueId, contentHash }, position) => ({
      uniqueId,
      contentHash,
      vector: vectors[position],
    })),
  )
  await saveEmbeddings(db, model.name, made)
  const byId = new Map(made.map((item) => [item.uniqueId, item.embedding]))
  return rows.map((row) => {
    const embedding = byId.get(row.uniqueId)
    return embedding === undefined ? row : { ...row, embedding, embeddingIsStale: false }
  })
}
