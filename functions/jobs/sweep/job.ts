import { DELIVERY_QUEUE_SECTIONS, DELIVERY_QUEUES } from '@pauta/platform/config/delivery-channels'
import { defineJob } from '@pauta/platform/jobs/define-job'

export const sweep = defineJob({
  name: 'sweep',
  tags: ['pipeline', 'recovery'],
  purpose:
    'Send lost messages of steps and deliveries, enqueue overdue clippings, close abandoned runs, measure the lag of every step and record incidents.',
  schedule: { cron: '*/5 * * * *', timezone: 'America/Sao_Paulo', intervalMinutes: 5 },
  timeoutSeconds: 240,
  memoryMb: 256,
  // The next scheduled run repeats the work.
  retries: { attempts: 0, backoff: { kind: 'fixed', seconds: 60 } },
  concurrency: 1,
  config: [
    'settings',
    'database',
    'index',
    'enrichQueue',
    'classifyQueue',
    'embedQueue',
    'indexQueue',
    'releaseQueue',
    ...DELIVERY_QUEUE_SECTIONS,
    'deadLetters',
  ],
  rights: ['measure-queues'],
  publishes: ['enrich', 'classify', 'embed', 'index', 'release', ...DELIVERY_QUEUES],
})
