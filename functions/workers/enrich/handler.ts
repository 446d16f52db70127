import { markUnclassified } from '@pauta/core/features/classification'
import { listSourceTexts, storeFeatures, type DerivedFeatures } from '@pauta/core/features/derived'
import { listEnrichedEvents } from '@pauta/core/steps/article-events'
import type { Config } from '@pauta/platform/config/config'
import { connectDatabase } from '@pauta/platform/database/database'
import { enqueueStep } from '@pauta/core/steps/enqueue'
import { connectQueues } from '@pauta/platform/queues/queues'
import { connectStorage } from '@pauta/platform/storage/storage'
import { assignStories } from '@pauta/core/stories/assign-stories'
import { enrichArticle } from '@pauta/enrichment/enrich'
import { readArticle } from '@pauta/enrichment/sentences/passage'
import { chooseSummary } from '@pauta/enrichment/summary/choose-summary'
import { handleStep, type FailedStep, type StepDependencies } from '@pauta/core/steps/run-step'
import { runWorker } from '@pauta/platform/workers/run-worker'
import { cacheRegistry, type CachedRegistry } from './registry.ts'
import { cacheThemes, type CachedThemes } from './themes.ts'
import { enrich as worker } from './worker.ts'

interface Dependencies extends StepDependencies {
  registry: CachedRegistry
  themes: CachedThemes
  config: Config<'settings' | 'classifyQueue' | 'embedQueue' | 'indexQueue'>
}

/** Returns the worker for a function that derives features; tests pass one that fails. */
export const makeHandler = (derive: typeof enrichArticle) =>
  runWorker(worker, {
    open: (config): Dependencies => ({
      config,
      db: connectDatabase(config.database),
      storage: connectStorage(config.storage),
      queues: connectQueues(),
      registry: cacheRegistry(),
      themes: cacheThemes(),
    }),
    handle: handleStep<Dependencies>({
      step: 'enrich',
      work: async (due, { db, storage, registry: held, themes, config, queues }) => {
        const registry = await held.get(db, new Date())
        const findTheme = await themes.get(db, storage, new Date())
        const ids = due.map(({ uniqueId }) => uniqueId)
        const articles = new Map((await listSourceTexts(db, ids)).map((text) => [text.uniqueId, text]))
        const derived: DerivedFeatures[] = []
        const failed: FailedStep[] = []
        for (const step of due) {
          const article = articles.get(step.uniqueId)
          if (!article) continue
          try {
            const reading = readArticle(article)
            derived.push({
              ...step,
              features: derive(article, registry, reading),
              theme: findTheme({ ...article, text: reading.body?.text ?? null }),
              summary: chooseSummary(article.content, reading),
            })
          } catch (error) {
            failed.push({ ...step, error })
          }
        }
        const grouped = await assignStories(
          db,
          derived.map(({ uniqueId }) => uniqueId),
        )
        const settled = await storeFeatures(db, derived, config.settings)
        // The articles of this batch are sent to the index with their events.
        const others = grouped.filter((id) => !settled.includes(id))
        await enqueueStep('index', others, { db, queues, config, now: new Date() })
        return { settled, failed }
      },
      topic: 'news.enriched',
      listEvents: listEnrichedEvents,
      onPublished: async (events, { queues, config }) => {
        if (!config.settings.classification) return
        await queues.send(
          config.classifyQueue.url,
          events.map((event) => JSON.stringify(event)),
        )
      },
      // Embedding and classification need no features, so a failed article still continues.
      onFailed: async (uniqueIds, { db, queues, config }, now) => {
        await enqueueStep('embed', uniqueIds, { db, queues, config, now })
        if (!config.settings.classification) return
        await markUnclassified(db, uniqueIds)
        await enqueueStep('classify', uniqueIds, { db, queues, config, now })
      },
    }),
  })

export const handler = makeHandler(enrichArticle)
