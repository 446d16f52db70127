import * as z from 'zod'
import { QUEUE_NAMES } from '@pauta/platform/workers/define-worker'
import { defineJob } from '@pauta/platform/jobs/define-job'

/** The documented number of messages. */
const MAX_MESSAGES = 1000
// Command-line values are texts.
const count = z
  .union([z.number(), z.string().regex(/^\d+$/, 'a whole number').transform(Number)])
  .pipe(z.number().int().min(1).max(MAX_MESSAGES))

export const reconcileDlq = defineJob({
  name: 'reconcile-dlq',
  documentedId: 'reconciliation_dlq',
  tags: ['reconciliation', 'pubsub', 'dlq'],
  purpose: 'Send the dead letters of a worker back to its queue.',
  schedule: undefined,
  timeoutSeconds: 600,
  memoryMb: 256,
  retries: { attempts: 1, backoff: { kind: 'fixed', seconds: 300 } },
  concurrency: 1,
  parameters: z.object({
    queue: z.enum(QUEUE_NAMES).default('enrich').describe('queue of the worker'),
    limit: count.default(MAX_MESSAGES).describe('messages at most'),
  }),
  config: ['settings', 'database', 'deadLetters'],
  rights: ['return-dead-letters'],
  publishes: [],
})
