import * as z from 'zod'
import { readThemeReference } from '@pauta/core/themes/reference'
import { readThemeWeights } from '@pauta/core/themes/theme-models'
import { makeThemeClassifier } from '@pauta/enrichment/themes/theme-classifier'
import { readThemeModel } from '@pauta/enrichment/themes/theme-model-file'
import { compileThemeRules } from '@pauta/enrichment/themes/theme-rules'
import { ContinueLater, runJob, type JobWork } from '@pauta/platform/jobs/run-job'
import { connectQueues } from '@pauta/platform/queues/queues'
import { connectStorage } from '@pauta/platform/storage/storage'
import { classifyAgain } from './classify-again.ts'
import { learnThemes as job } from './job.ts'
import { learn } from './learn.ts'

const progressSchema = z.object({
  learned: z.record(z.string(), z.unknown()),
  after: z.string(),
  checked: z.number(),
  changed: z.number(),
})

/** Learns, then classifies again; an attempt that runs out of time while it classifies goes on where it ended. */
export const learnAndClassify: JobWork<typeof job> = async (context) => {
  const { db, config, now, signal } = context
  const storage = connectStorage(config.storage)
  const reference = await readThemeReference(db)
  const rules = compileThemeRules(reference)
  const earlier = progressSchema.safeParse(context.progress)
  const state = earlier.success
    ? earlier.data
    : {
        learned: { ...(await learn({ db, storage, rules, now, signal })) },
        after: '',
        checked: 0,
        changed: 0,
      }
  await context.saveProgress(state)
  const weights = await readThemeWeights(db, storage)
  const walk = {
    db,
    classify: makeThemeClassifier(rules, weights && readThemeModel(weights.file)),
    catalogue: new Map(reference.themes.map((theme) => [theme.code, theme])),
    version: weights?.version,
    queues: connectQueues(),
    config,
    now,
  }
  for (;;) {
    const step = await classifyAgain(walk, state.after)
    state.checked += step.checked
    state.changed += step.changed
    if (step.last === undefined) break
    state.after = step.last
    await context.saveProgress(state)
    if (signal.aborted) throw new ContinueLater(`The classification has come to ${state.after} and goes on`)
  }
  return { ...state.learned, classified: state.checked, changed: state.changed }
}

export const handler = runJob(job, learnAndClassify)
