import { upsertFeatures } from '@pauta/core/features/features'
import { listScoreChanges, listThemeVolumes, scoreThemes } from '@pauta/core/analytics/trending-articles'
import { enqueueStep } from '@pauta/core/steps/enqueue'
import { connectQueues } from '@pauta/platform/queues/queues'
import { runJob, type JobWork } from '@pauta/platform/jobs/run-job'
import { rankArticles } from './job.ts'

/** Articles in one transaction. */
const BATCH = 500

/** Writes changed scores only. If time runs out, the next hourly run writes the rest. */
export const scoreArticles: JobWork<typeof rankArticles> = async ({ db, config, now, signal }) => {
  const scores = scoreThemes(await listThemeVolumes(db, now))
  const queues = connectQueues()
  let scored = 0
  let cleared = 0
  for (let after = ''; !signal.aborted;) {
    const changes = await listScoreChanges(db, scores, { now, after, limit: BATCH })
    const items = changes.map(({ uniqueId, score }) => ({ uniqueId, features: { trending_score: score } }))
    const written = await upsertFeatures(db, items)
    await enqueueStep('index', written, { db, config, queues, now })
    cleared += changes.filter(({ score }) => score === null).length
    scored += changes.filter(({ score }) => score !== null).length
    after = changes.at(-1)?.uniqueId ?? after
    if (changes.length < BATCH) break
  }
  return { themes: scores.size, scored, cleared }
}

export const handler = runJob(rankArticles, scoreArticles)
