import { defineJob } from '@pauta/platform/jobs/define-job'

export const purge = defineJob({
  name: 'purge',
  tags: ['retention'],
  purpose:
    'Remove old job runs, dead letters of articles that were handled since, and personal data: addresses in the ledger after 90 days, its rows after 180, releases and pages of articles after two years, the log of articles after the months of the setting, action counts, expired links and alerts that nobody confirmed.',
  schedule: { cron: '30 3 * * *', timezone: 'America/Sao_Paulo', intervalMinutes: 24 * 60 },
  timeoutSeconds: 600,
  memoryMb: 256,
  retries: { attempts: 2, backoff: { kind: 'fixed', seconds: 300 } },
  concurrency: 1,
  config: ['settings', 'database', 'deadLetters', 'storage'],
  rights: ['take-dead-letters-of-steps', 'remove-raw-pages'],
  publishes: [],
})
