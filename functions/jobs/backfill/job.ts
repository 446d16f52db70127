import { defineJob } from '@pauta/platform/jobs/define-job'

export const backfill = defineJob({
  name: 'backfill',
  tags: ['scraper', 'history'],
  purpose:
    'Read a part of the history of the sites for which `scrape backfill` asked, from where the last run stood.',
  schedule: { cron: '*/15 * * * *', timezone: 'America/Sao_Paulo', intervalMinutes: 15 },
  timeoutSeconds: 900,
  memoryMb: 512,
  // The next run goes on.
  retries: { attempts: 0, backoff: { kind: 'fixed', seconds: 60 } },
  concurrency: 1,
  config: ['settings', 'database', 'storage', 'newsIngestQueue', 'scrapeService'],
  rights: ['store-large-texts', 'keep-pages'],
  publishes: ['news-ingest'],
})
