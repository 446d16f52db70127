import { defineJob } from '@pauta/platform/jobs/define-job'

export const repairArticles = defineJob({
  name: 'repair-articles',
  tags: ['articles', 'maintenance'],
  purpose:
    'After an update: make stored articles follow the rules of the intake, and list what cannot be repaired.',
  schedule: undefined,
  timeoutSeconds: 900,
  memoryMb: 256,
  retries: { attempts: 1, backoff: { kind: 'fixed', seconds: 300 } },
  concurrency: 1,
  config: ['settings', 'database'],
  continues: true,
  publishes: [],
})
