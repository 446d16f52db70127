import { loadConfig } from '@pauta/platform/config/config'
import { useDatabase } from '@pauta/platform/database/database'
import { openEmbeddingModel } from '@pauta/core/embeddings/open-embedding-model'
import { connectSearchIndex } from '@pauta/core/search-index/client'
import { countMissing, readIndexFill } from '@pauta/core/search-index/fill'
import { syncIndex } from '@pauta/core/search-index/rebuild'

/**
 * Fills the index from the database when documents are missing and no open step will add them. This happens when the
 * index file was lost and the database was not. In the cloud `/ready` reports this case and a person starts
 * `sync-typesense`.
 */
export async function refillLostIndex(say: (text: string) => void): Promise<void> {
  const config = loadConfig('database', 'index', 'embedding')
  await useDatabase(config.database, { statementTimeoutMs: 0 }, async (db) => {
    const index = connectSearchIndex(config.index)
    const missing = countMissing(await readIndexFill(db, index))
    if (missing === 0) return
    say(`The search index lacks ${missing} articles. Filling it from PostgreSQL …`)
    const model = openEmbeddingModel(config.embedding)
    await syncIndex({ db, index, model, now: () => new Date() }, {})
  })
}
