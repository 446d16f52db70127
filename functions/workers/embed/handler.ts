import { listSourceTexts, storeEmbeddings } from '@pauta/core/features/derived'
import { listEmbeddedEvents } from '@pauta/core/steps/article-events'
import { connectDatabase } from '@pauta/platform/database/database'
import { embeddingText, type EmbeddingModel } from '@pauta/core/embeddings/embedding-model'
import { openEmbeddingModel } from '@pauta/core/embeddings/open-embedding-model'
import { connectQueues } from '@pauta/platform/queues/queues'
import { connectStorage } from '@pauta/platform/storage/storage'
import { handleStep, type StepDependencies } from '@pauta/core/steps/run-step'
import { runWorker } from '@pauta/platform/workers/run-worker'
import { embed as worker } from './worker.ts'

interface Dependencies extends StepDependencies {
  model: EmbeddingModel
}

const handleBatch = handleStep<Dependencies>({
  step: 'embed',
  work: async (due, { db, model }) => {
    const ids = due.map(({ uniqueId }) => uniqueId)
    const articles = await listSourceTexts(db, ids)
    const live = articles.filter(({ deletedAt }) => deletedAt === null)
    const vectors = live.length === 0 ? [] : await model.embed(live.map(embeddingText), 'passage')
    const vectorOf = new Map(live.map(({ uniqueId }, place) => [uniqueId, vectors[place]]))
    const hashOf = new Map(articles.map(({ uniqueId, contentHash }) => [uniqueId, contentHash]))
    const derived = due
      .filter(({ uniqueId }) => hashOf.has(uniqueId))
      .map((step) => ({
        ...step,
        contentHash: hashOf.get(step.uniqueId) ?? null,
        vector: vectorOf.get(step.uniqueId) ?? null,
      }))
    return { settled: await storeEmbeddings(db, model.name, derived), failed: [] }
  },
  topic: 'news.embedded',
  listEvents: listEmbeddedEvents,
})

export const handler = runWorker(worker, {
  open: (config): Dependencies => ({
    config,
    db: connectDatabase(config.database),
    storage: connectStorage(config.storage),
    queues: connectQueues(),
    model: openEmbeddingModel(config.embedding),
  }),
  handle: handleBatch,
})
