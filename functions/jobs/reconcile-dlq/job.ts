import * as z from 'zod'
import { defineJob } from '../define-job.ts'

/** The documented pull size. */
const MAX_MESSAGES = 1000
// A command passes text.
const count = z
  .union([z.number(), z.string().regex(/^\d+$/, 'a whole number').transform(Number)])
  .pipe(z.number().int().min(1).max(MAX_MESSAGES))

export const reconcileDlq = defineJob({
  name: 'reconcile-dlq',
  documentedId: 'reconciliation_dlq',
  tags: ['reconciliation', 'pubsub', 'dlq'],
  purpose: 'Send the dead letters of a worker back to the queue on which they died.',
  schedule: undefined,
  timeoutSeconds: 600,
  memoryMb: 256,
  retries: { attempts: 1, backoff: { kind: 'fixed', seconds: 300 } },
  concurrency: 1,
  parameters: z.object({
    queue: z.string().min(1).default('enrich').describe('queue of the worker'),
    limit: count.default(MAX_MESSAGES).describe('messages at most'),
  }),
  config: ['settings', 'database', 'deadLetters'],
  rights: ['return-dead-letters'],
  publishes: [],
})
