import { classify } from './classify/worker.ts'
import type { Worker } from '@pauta/platform/workers/define-worker'
import { deliverEmail, deliverPush, deliverTelegram, deliverWebhook } from './deliver/worker.ts'
import { embed } from './embed/worker.ts'
import { enrich } from './enrich/worker.ts'
import { index } from './index/worker.ts'
import { ingest } from './ingest/worker.ts'
import { mailFeedback } from './mail-feedback/worker.ts'
import { release } from './release/worker.ts'

/** All workers. A new worker needs a folder, a line here and a line in packages/local/src/invoke.ts. */
export const workers: readonly Worker[] = [
  ingest,
  enrich,
  classify,
  embed,
  index,
  release,
  deliverEmail,
  deliverTelegram,
  deliverPush,
  deliverWebhook,
  mailFeedback,
]
