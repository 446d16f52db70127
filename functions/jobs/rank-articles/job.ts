import { defineJob } from '@pauta/platform/jobs/define-job'

export const rankArticles = defineJob({
  name: 'rank-articles',
  tags: ['analytics', 'trending'],
  purpose: 'Score the articles of the last 24 hours by how far their theme exceeds its daily average.',
  schedule: { cron: '0 * * * *', timezone: 'America/Sao_Paulo', intervalMinutes: 60 },
  timeoutSeconds: 300,
  memoryMb: 256,
  retries: { attempts: 2, backoff: { kind: 'fixed', seconds: 300 } },
  concurrency: 1,
  config: ['settings', 'database', 'indexQueue'],
  publishes: ['index'],
})
