import { storeClassifications, type Classification } from '@pauta/core/intake/classification'
import { listSourceTexts, type SourceText } from '@pauta/core/intake/derived'
import { listEnrichedEvents } from '@pauta/core/steps/article-events'
import { connectDatabase } from '@pauta/platform/database/database'
import type { ArticleStep } from '@pauta/core/steps/steps'
import { connectQueues } from '@pauta/platform/queues/queues'
import { connectStorage } from '@pauta/platform/storage/storage'
import { readThemeCatalogue } from '@pauta/core/themes/queries'
import { themeCodesOf, type Theme } from '@pauta/core/themes/theme'
import { classifyArticle } from '@pauta/agent/classify/classify-article'
import type { LanguageModel } from '@pauta/agent/language-model/language-model'
import { openLanguageModel } from '@pauta/agent/language-model/open-language-model'
import { handleStep, type FailedStep, type StepDependencies } from '@pauta/core/steps/run-step'
import { runWorker } from '@pauta/platform/workers/run-worker'
import { classify as worker } from './worker.ts'

/** Longer than the time-out of one answer, shorter than the worker's. */
const ASKING_MAX_MS = 50_000

interface Dependencies extends StepDependencies {
  model: LanguageModel | undefined
}

interface Asking {
  model: LanguageModel
  catalogue: ReadonlyMap<string, Theme>
  signal: AbortSignal
}

/** Asks the model about an article. Articles that were taken down meanwhile are not sent to it. */
async function classifyStep(step: ArticleStep, article: SourceText, asking: Asking): Promise<Classification> {
  const { contentHash, deletedAt } = article
  if (deletedAt !== null) return { ...step, contentHash, theme: null, summary: null }
  const { themeCode, summary } = await classifyArticle(article, asking)
  const theme = themeCode === null ? null : themeCodesOf(asking.catalogue, themeCode)
  return { ...step, contentHash, theme, summary }
}

export const handler = runWorker(worker, {
  open: (config): Dependencies => ({
    config,
    db: connectDatabase(config.database),
    storage: connectStorage(config.storage),
    queues: connectQueues(),
    model: openLanguageModel(config.languageModel),
  }),
  handle: handleStep<Dependencies>({
    step: 'classify',
    work: async (due, { db, model }) => {
      if (!model) {
        throw new Error(
          'No language model is configured: configure one, or wait until the sweep drops the step',
        )
      }
      const catalogue = await readThemeCatalogue(db)
      const asking = { model, catalogue, signal: AbortSignal.timeout(ASKING_MAX_MS) }
      const articles = await listSourceTexts(
        db,
        due.map(({ uniqueId }) => uniqueId),
      )
      const texts = new Map(articles.map((article) => [article.uniqueId, article]))
      const known = due.flatMap((step) => {
        const article = texts.get(step.uniqueId)
        return article ? [{ step, article }] : []
      })
      const answers = await Promise.allSettled(
        known.map(({ step, article }) => classifyStep(step, article, asking)),
      )
      const said: Classification[] = []
      const failed: FailedStep[] = []
      for (const [place, { step }] of known.entries()) {
        const answer = answers[place]
        if (answer?.status === 'fulfilled') said.push(answer.value)
        else failed.push({ ...step, error: answer?.reason })
      }
      return { settled: await storeClassifications(db, model.name, said), failed }
    },
    topic: 'news.enriched',
    listEvents: listEnrichedEvents,
  }),
})
