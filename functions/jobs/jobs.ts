import { checkDatabase } from './check-database/job.ts'
import type { Job } from '@pauta/platform/jobs/define-job'
import { exportDataset } from './export-dataset/job.ts'
import { pushNews } from './push-news/job.ts'
import { purge } from './purge/job.ts'
import { rankArticles } from './rank-articles/job.ts'
import { rankEntities } from './rank-entities/job.ts'
import { reconcileDlq } from './reconcile-dlq/job.ts'
import { replayEvents } from './replay-events/job.ts'
import { scrapeEbc } from './scrape-ebc/job.ts'
import { scrape } from './scrape/job.ts'
import { sweep } from './sweep/job.ts'

/** All jobs. A new job needs a folder, a line here and a line in packages/local/src/invoke.ts. */
export const jobs: readonly Job[] = [
  scrape,
  scrapeEbc,
  sweep,
  purge,
  pushNews,
  rankEntities,
  rankArticles,
  exportDataset,
  reconcileDlq,
  replayEvents,
  checkDatabase,
]
