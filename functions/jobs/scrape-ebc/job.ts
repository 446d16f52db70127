import { defineJob } from '@pauta/platform/jobs/define-job'

/** The public broadcasters, which have sites of their own that the scraper reads with other rules. */
export const EBC_AGENCIES = ['agencia_brasil', 'tvbrasil'] as const

export const scrapeEbc = defineJob({
  name: 'scrape-ebc',
  documentedId: 'scrape_ebc',
  tags: ['scraper', 'ebc'],
  purpose: 'Ask the scraper for the last hour’s news of the two public broadcasters.',
  schedule: { cron: '*/15 * * * *', timezone: 'America/Sao_Paulo', intervalMinutes: 15 },
  timeoutSeconds: 900,
  memoryMb: 256,
  retries: { attempts: 2, backoff: { kind: 'fixed', seconds: 300 } },
  concurrency: 1,
  config: ['settings', 'database', 'scraper'],
  publishes: [],
})
