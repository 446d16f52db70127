import { defineJob } from '@pauta/platform/jobs/define-job'

/** The public broadcasters, which have sites of their own that the scraper reads with other rules. */
export const EBC_AGENCIES = ['agencia_brasil', 'tvbrasil'] as const

export const scrapeEbc = defineJob({
  name: 'scrape-ebc',
  documentedId: 'scrape_ebc',
  tags: ['scraper', 'ebc'],
  purpose: 'Read the latest news of the two public broadcasters.',
  schedule: { cron: '*/15 * * * *', timezone: 'America/Sao_Paulo', intervalMinutes: 15 },
  timeoutSeconds: 900,
  memoryMb: 512,
  retries: { attempts: 2, backoff: { kind: 'fixed', seconds: 300 } },
  concurrency: 1,
  config: ['settings', 'database', 'storage', 'newsIngestQueue', 'scrapeService', 'scraper'],
  rights: ['store-large-texts', 'keep-pages'],
  continues: true,
  publishes: ['news-ingest'],
})
