import { listMentionCounts, replaceTrendingEntities } from '@pauta/core/analytics/trending-entities-store'
import { rankByGrowth } from '@pauta/core/analytics/trending-entities'
import { runJob, type JobWork } from '@pauta/platform/jobs/run-job'
import { rankEntities } from './job.ts'

export const rankAll: JobWork<typeof rankEntities> = async ({ db, now }) => {
  const counts = await listMentionCounts(db, now)
  const ranking = rankByGrowth(counts)
  await replaceTrendingEntities(db, ranking, now)
  return { mentioned: counts.length, ranked: ranking.length }
}

export const handler = runJob(rankEntities, rankAll)
