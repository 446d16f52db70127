import { defineJob } from '@pauta/platform/jobs/define-job'

export const checkDatabase = defineJob({
  name: 'check-database',
  documentedId: 'test_postgres_connection',
  tags: ['test', 'postgres'],
  purpose: 'After a deployment: check that the database answers, accepts writes and has its schema.',
  schedule: undefined,
  timeoutSeconds: 60,
  memoryMb: 256,
  retries: { attempts: 0, backoff: { kind: 'fixed', seconds: 60 } },
  concurrency: 1,
  config: ['settings', 'database'],
  publishes: [],
})
