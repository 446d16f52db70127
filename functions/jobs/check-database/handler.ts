import { checkConnection } from '@pauta/core/pipeline/check-connection'
import { runJob } from '../run-job.ts'
import { checkDatabase } from './job.ts'

export const handler = runJob(checkDatabase, async ({ db }) => {
  const started = performance.now()
  const facts = await checkConnection(db)
  return { ...facts, milliseconds: Math.round(performance.now() - started) }
})
