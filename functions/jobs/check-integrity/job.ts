import { defineJob } from '@pauta/platform/jobs/define-job'

export const checkIntegrity = defineJob({
  name: 'check-integrity',
  tags: ['scraper', 'integrity'],
  purpose:
    'Check the pages and pictures of stored articles: mark broken pictures, and send the removal of articles whose page is gone at two looks.',
  schedule: { cron: '*/30 * * * *', timezone: 'America/Sao_Paulo', intervalMinutes: 30 },
  timeoutSeconds: 600,
  memoryMb: 512,
  // The next run is near.
  retries: { attempts: 0, backoff: { kind: 'fixed', seconds: 60 } },
  concurrency: 1,
  config: ['settings', 'database', 'newsIngestQueue', 'scrapeService', 'scraper'],
  publishes: ['news-ingest'],
})
