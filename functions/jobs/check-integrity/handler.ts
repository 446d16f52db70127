import { runJob, type JobWork } from '@pauta/platform/jobs/run-job'
import { connectQueues } from '@pauta/platform/queues/queues'
import { checkIntegrity as checkArticles } from '@pauta/scraper/integrity/check-integrity'
import { verifyIntegrity } from '@pauta/scraper/integrity/integrity'
import { openChecks } from '@pauta/scraper/runs/open-work'
import { requestIntegrity } from '@pauta/scraper/integrity/request-integrity'
import { checkIntegrity } from './job.ts'

/** Milliseconds in which steps may begin. The last one takes two minutes at most. */
const WORK_MS = 6 * 60_000

/** Checks articles through the stage's own scraper, or through the one that is kept apart. */
export const checkStored: JobWork<typeof checkIntegrity> = async ({ db, config, signal, logger }) => {
  const { hosts, probe } = await openChecks(config, db)
  const queues = connectQueues()
  const isOwn = config.scraper.url === ''
  const counts = await checkArticles({
    db,
    verify: async (articles) =>
      isOwn
        ? (await verifyIntegrity(articles, probe)).results
        : await requestIntegrity(config.scraper, articles, signal),
    emit: (removal) => queues.send(config.newsIngestQueue.url, [JSON.stringify(removal)]),
    hosts,
    delayMilliseconds: config.scrapeService.delayMilliseconds,
    now: () => new Date(),
    deadline: Date.now() + WORK_MS,
    logger,
  })
  return { ...counts }
}

export const handler = runJob(checkIntegrity, checkStored)
