import { defineJob } from '@pauta/platform/jobs/define-job'

export const pushFeeds = defineJob({
  name: 'push-feeds',
  tags: ['syndication'],
  purpose: 'Verify subscriptions to feeds, and push the feeds that have changed to their subscribers.',
  schedule: { cron: '*/5 * * * *', timezone: 'America/Sao_Paulo', intervalMinutes: 5 },
  timeoutSeconds: 240,
  memoryMb: 1024,
  // The next scheduled run continues where this one stopped.
  retries: { attempts: 0, backoff: { kind: 'fixed', seconds: 60 } },
  concurrency: 1,
  config: ['settings', 'database', 'index', 'embedding', 'delivery', 'outbound'],
  publishes: [],
})
