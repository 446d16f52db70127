import { classify } from './classify/worker.ts'
import type { Worker } from '@pauta/platform/workers/define-worker'
import { deliveries } from './deliver/worker.ts'
import { embed } from './embed/worker.ts'
import { enrich } from './enrich/worker.ts'
import { index } from './index/worker.ts'
import { ingest } from './ingest/worker.ts'
import { mailFeedback } from './mail-feedback/worker.ts'
import { release } from './release/worker.ts'

const WORKERS = [ingest, enrich, classify, embed, index, release, ...deliveries, mailFeedback] as const

export type WorkerName = (typeof WORKERS)[number]['name']

/** All workers. A new worker needs a folder and a line here; packages/server/src/functions/invoke.ts then asks for its handler. */
export const workers: readonly (Worker & { name: WorkerName })[] = WORKERS
