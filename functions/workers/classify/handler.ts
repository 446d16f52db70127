import { storeClassifications, type Classification } from '@pauta/core/features/classification'
import { correctCall, countCall, type ModelBudget } from '@pauta/core/features/model-spending'
import { listSourceTexts, type SourceText } from '@pauta/core/features/derived'
import { listEnrichedEvents } from '@pauta/core/steps/article-events'
import type { Config } from '@pauta/platform/config/config'
import { connectDatabase, type Db } from '@pauta/platform/database/database'
import { enqueueStep } from '@pauta/core/steps/enqueue'
import { dropSteps, type ArticleStep } from '@pauta/core/steps/steps'
import { connectQueues } from '@pauta/platform/queues/queues'
import { connectStorage } from '@pauta/platform/storage/storage'
import { readThemeCatalogue } from '@pauta/core/themes/queries'
import { themeCodesOf, type Theme } from '@pauta/core/themes/theme'
import { classifyArticle, type CallCounter } from '@pauta/agent/classify/classify-article'
import type { LanguageModel } from '@pauta/agent/language-model/language-model'
import { openLanguageModel } from '@pauta/agent/language-model/open-language-model'
import { handleStep, type FailedStep, type StepDependencies } from '@pauta/core/steps/run-step'
import { runWorker } from '@pauta/platform/workers/run-worker'
import { classify as worker } from './worker.ts'

/** Longer than the time-out of one answer, shorter than the worker's. */
const ASKING_MAX_MS = 50_000

interface Dependencies extends StepDependencies {
  model: LanguageModel | undefined
  budget: ModelBudget
  config: Config<'enrichQueue' | 'embedQueue' | 'indexQueue'>
}

interface Asking {
  model: LanguageModel
  counter: CallCounter
  catalogue: ReadonlyMap<string, Theme>
  signal: AbortSignal
}

/** Counts calls in the budget of their month. */
const makeCounter = (db: Db, budget: ModelBudget): CallCounter => ({
  async begin(tokens) {
    const call = await countCall(db, budget, { tokens, now: new Date() })
    return call && ((cost) => correctCall(db, call, cost))
  },
})

/**
 * Asks the model about an article. Articles that were taken down meanwhile are not sent to it. Returns null when the month's
 * budget is spent.
 */
async function classifyStep(
  step: ArticleStep,
  article: SourceText,
  asking: Asking,
): Promise<Classification | null> {
  const { contentHash, deletedAt } = article
  if (deletedAt !== null) return { ...step, contentHash, theme: null, summary: null }
  const answer = await classifyArticle(article, asking)
  if (answer === null) return null
  const { themeCode, summary, names } = answer
  const theme = themeCode === null ? null : themeCodesOf(asking.catalogue, themeCode)
  return { ...step, contentHash, theme, summary, names }
}

export const handler = runWorker(worker, {
  open: (config): Dependencies => ({
    config,
    db: connectDatabase(config.database),
    storage: connectStorage(config.storage),
    queues: connectQueues(),
    model: openLanguageModel(config.languageModel),
    budget: { monthlyTokens: config.languageModel.kind === 'none' ? 0 : config.languageModel.monthlyTokens },
  }),
  handle: handleStep<Dependencies>({
    step: 'classify',
    work: async (due, { db, model, budget, queues, config }) => {
      if (!model) {
        throw new Error(
          'No language model is configured: configure one, or wait until the sweep drops the step',
        )
      }
      const catalogue = await readThemeCatalogue(db)
      const asking = {
        model,
        catalogue,
        counter: makeCounter(db, budget),
        signal: AbortSignal.timeout(ASKING_MAX_MS),
      }
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
      const unasked: ArticleStep[] = []
      for (const [place, { step }] of known.entries()) {
        const answer = answers[place]
        if (answer?.status === 'fulfilled') {
          if (answer.value === null) unasked.push(step)
          else said.push(answer.value)
        } else failed.push({ ...step, error: answer?.reason })
      }
      // The built-in answers stay, and the next enrichment of such an article asks the model again.
      await dropSteps(db, 'classify', unasked)
      const { settled, renamed } = await storeClassifications(db, model.name, said)
      await enqueueStep('enrich', renamed, { db, queues, config, now: new Date() })
      return { settled, failed }
    },
    topic: 'news.enriched',
    listEvents: listEnrichedEvents,
  }),
})
