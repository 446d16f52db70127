import { defineJob } from '@pauta/platform/jobs/define-job'

export const rankEntities = defineJob({
  name: 'rank-entities',
  tags: ['analytics', 'trending'],
  purpose: 'Rank entities by how far their last seven days exceed the previous four weeks.',
  schedule: { cron: '0 */6 * * *', timezone: 'America/Sao_Paulo', intervalMinutes: 6 * 60 },
  timeoutSeconds: 300,
  memoryMb: 256,
  retries: { attempts: 2, backoff: { kind: 'fixed', seconds: 300 } },
  concurrency: 1,
  config: ['settings', 'database'],
  publishes: [],
})
