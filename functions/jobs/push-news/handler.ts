import { findHeldInstant, readRunClock } from '@pauta/clippings/releases/run-state'
import { writeDeliveryMessages } from '@pauta/delivery/queues/messages'
import { writeNewArticlePushes } from '@pauta/delivery/channels/push/new-articles'
import { connectQueues } from '@pauta/platform/queues/queues'
import { MINUTE_MS } from '@pauta/platform/time/time'
import { runJob, type JobWork } from '@pauta/platform/jobs/run-job'
import { pushNews } from './job.ts'

const READERS_AT_ONCE = 500
/** What became searchable within the last two minutes may not be recorded yet, as for releases. */
const ARRIVING_MS = 2 * MINUTE_MS

/**
 * Writes pushes for new articles, page by page of readers. The channel's worker sends them, and the sweep replaces lost
 * messages. Readers skipped in this run wait for the next one.
 */
export const pushNewArticles: JobWork<typeof pushNews> = async ({ db, config, now, signal, logger }) => {
  const queues = connectQueues()
  const clock = await readRunClock(db, now)
  const held = await findHeldInstant(db, now)
  const until = new Date(Math.min(clock.getTime() - ARRIVING_MS, held?.getTime() ?? Infinity))
  let readers = 0
  let pushes = 0
  let after: string | undefined = ''
  while (after !== undefined && !signal.aborted) {
    const page = await writeNewArticlePushes(db, { after, limit: READERS_AT_ONCE, until, now })
    readers += page.notified
    pushes += page.deliveryIds.length
    after = page.last
    if (page.deliveryIds.length === 0) continue
    try {
      await queues.send(config.deliverPushQueue.url, writeDeliveryMessages(page.deliveryIds))
    } catch (error) {
      logger.error(
        { error, pushes: page.deliveryIds.length },
        'messages for pushes were not sent; the sweep will send them',
      )
    }
  }
  return { readers, pushes, isFinished: after === undefined }
}

export const handler = runJob(pushNews, pushNewArticles)
