import { defineJob } from '@pauta/platform/jobs/define-job'

export const pushNews = defineJob({
  name: 'push-news',
  tags: ['delivery', 'push'],
  purpose: 'Push new articles of the agencies and themes that readers chose, at most once in 15 minutes.',
  schedule: { cron: '*/5 * * * *', timezone: 'America/Sao_Paulo', intervalMinutes: 5 },
  timeoutSeconds: 240,
  memoryMb: 256,
  // The next scheduled run continues where this one stopped.
  retries: { attempts: 0, backoff: { kind: 'fixed', seconds: 60 } },
  concurrency: 1,
  config: ['settings', 'database', 'deliverPushQueue'],
  publishes: ['deliver-push'],
})
