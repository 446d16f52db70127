import { loadConfig } from '@pauta/platform/config/config'
import { useDatabase } from '@pauta/platform/database/database'
import { openEmbeddingModel } from '@pauta/core/embeddings/open-embedding-model'
import { connectSearchIndex } from '@pauta/core/search-index/client'
import { countMissing, readIndexFill } from '@pauta/core/search-index/fill'
import { isLiveCurrent, syncIndex } from '@pauta/core/search-index/rebuild'
import type { SyncDependencies } from '@pauta/core/search-index/sync'

type Say = (text: string) => void

/** Fills the index when `findReason` names one, and says so first. */
async function fillWhen(
  findReason: (deps: SyncDependencies) => Promise<string | undefined>,
  say: Say,
): Promise<void> {
  const config = loadConfig('database', 'index', 'embedding')
  await useDatabase(config.database, { statementTimeoutMs: 0 }, async (db) => {
    const index = connectSearchIndex(config.index)
    const model = openEmbeddingModel(config.embedding)
    const deps = { db, index, model, now: () => new Date() }
    const reason = await findReason(deps)
    if (reason === undefined) return
    say(reason)
    await syncIndex(deps, {})
  })
}

async function describeLoss({ db, index }: SyncDependencies): Promise<string | undefined> {
  const missing = countMissing(await readIndexFill(db, index))
  return missing === 0
    ? undefined
    : `The search index lacks ${missing} articles. Filling it from PostgreSQL …`
}

async function describeAge({ index, model }: SyncDependencies): Promise<string | undefined> {
  return (await isLiveCurrent(index, model.name))
    ? undefined
    : 'The search index is of an earlier version or another embedding model. Building it anew beside the live one …'
}

/**
 * Fills the index from the database when documents are missing and no open step will add them. This happens when the
 * index file was lost and the database was not. In the cloud `/ready` reports this case and a person starts
 * `sync-typesense`.
 */
export async function refillLostIndex(say: Say): Promise<void> {
  await fillWhen(describeLoss, say)
}

/**
 * Does the same, and builds the index anew when its collection lacks a field of this version or has vectors of another
 * model. Nobody runs `sync-typesense` after the upgrade of a machine, and feeds and lists fail without the fields.
 */
export async function renewIndex(say: Say): Promise<void> {
  await fillWhen(async (deps) => (await describeAge(deps)) ?? (await describeLoss(deps)), say)
}
