import { countArticles } from '@pauta/core/articles/count-articles'
import { checkConnection } from '@pauta/platform/database/check-connection'
import { runJob } from '@pauta/platform/jobs/run-job'
import { checkDatabase } from './job.ts'

export const handler = runJob(checkDatabase, async ({ db }) => {
  const started = performance.now()
  const facts = await checkConnection(db)
  const articles = await countArticles(db)
  return { ...facts, articles, milliseconds: Math.round(performance.now() - started) }
})
