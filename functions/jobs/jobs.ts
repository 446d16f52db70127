import { backfill } from './backfill/job.ts'
import { checkDatabase } from './check-database/job.ts'
import { checkIntegrity } from './check-integrity/job.ts'
import type { Job } from '@pauta/platform/jobs/define-job'
import { learnThemes } from './learn-themes/job.ts'
import { exportChanges } from './export-changes/job.ts'
import { exportDataset } from './export-dataset/job.ts'
import { pushNews } from './push-news/job.ts'
import { pushFeeds } from './push-feeds/job.ts'
import { purge } from './purge/job.ts'
import { rankArticles } from './rank-articles/job.ts'
import { rankEntities } from './rank-entities/job.ts'
import { reconcileDlq } from './reconcile-dlq/job.ts'
import { repairArticles } from './repair-articles/job.ts'
import { replayEvents } from './replay-events/job.ts'
import { scrapeEbc } from './scrape-ebc/job.ts'
import { scrape } from './scrape/job.ts'
import { sweep } from './sweep/job.ts'
import { syncIndex } from './sync-index/job.ts'

const JOBS = [
  scrape,
  scrapeEbc,
  checkIntegrity,
  backfill,
  sweep,
  purge,
  pushNews,
  pushFeeds,
  rankEntities,
  rankArticles,
  learnThemes,
  exportDataset,
  exportChanges,
  reconcileDlq,
  replayEvents,
  repairArticles,
  syncIndex,
  checkDatabase,
] as const

export type JobName = (typeof JOBS)[number]['name']

/** All jobs. A new job needs a folder and a line here; packages/server/src/functions/invoke.ts then asks for its handler. */
export const jobs: readonly (Job & { name: JobName })[] = JOBS
