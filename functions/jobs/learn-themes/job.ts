import { defineJob } from '@pauta/platform/jobs/define-job'

export const learnThemes = defineJob({
  name: 'learn-themes',
  tags: ['themes', 'learning'],
  purpose:
    'Learn the themes of news from the labelled articles, measure it on a tenth of them, and classify the articles without a label again.',
  schedule: { cron: '0 4 * * SUN', timezone: 'America/Sao_Paulo', intervalMinutes: 7 * 24 * 60 },
  timeoutSeconds: 900,
  // 40,000 articles with their hashed words, and the weights with their step sizes.
  memoryMb: 2048,
  retries: { attempts: 1, backoff: { kind: 'fixed', seconds: 300 } },
  concurrency: 1,
  config: ['settings', 'database', 'storage', 'indexQueue'],
  rights: ['keep-theme-models'],
  continues: true,
  publishes: ['index'],
})
