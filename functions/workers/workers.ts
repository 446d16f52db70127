import type { Worker } from './define-worker.ts'
import { embed } from './embed/worker.ts'
import { enrich } from './enrich/worker.ts'
import { index } from './index/worker.ts'
import { ingest } from './ingest/worker.ts'
import { release } from './release/worker.ts'

/** Every worker. A new one is a folder and its line here. */
export const workers: readonly Worker[] = [ingest, enrich, embed, index, release]
