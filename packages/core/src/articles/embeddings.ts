import type { Db } from '../database.ts'
import { embeddingText, type EmbeddingModel } from '../embedding/embedding-model.ts'
import type { DocumentRow } from './queries.ts'

/** A vector as it is kept. */
export interface StoredEmbedding {
  uniqueId: string
  contentHash: string | null
  /** As PostgreSQL reads and writes it. */
  embedding: string
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
 * theirs. Rows that were taken down are left alone. Throws SERVICE_UNAVAILABLE (`embedding`) and stores nothing when the model does not answer.
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
  const vectors = await model.embed(missing.map(embeddingText))
  const made = missing.flatMap(({ uniqueId, contentHash }, position) => {
    const vector = vectors[position]
    return vector ? [{ uniqueId, contentHash, embedding: `[${vector.join(',')}]` }] : []
  })
  await saveEmbeddings(db, model.name, made)
  const byId = new Map(made.map((item) => [item.uniqueId, item.embedding]))
  return rows.map((row) => ({ ...row, embedding: byId.get(row.uniqueId) ?? row.embedding }))
}
