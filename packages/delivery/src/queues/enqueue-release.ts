import { encodeTime } from 'ulid'
import type { Db } from '@pauta/platform/database/database'
import type { QueueSender } from '@pauta/platform/queues/queues'
import { enqueuePages, type DeliveryQueueUrls, type WaitingDelivery } from './enqueue-pages.ts'

/** A release whose rows were written at `plannedAt`, and the queues for its messages. */
export interface ReleaseWaking {
  releaseId: string
  plannedAt: Date
  queues: QueueSender
  urls: DeliveryQueueUrls
}

/** Sends messages for all sendable rows of a release. Returns the number of rows. */
export async function enqueueDeliveries(
  db: Db,
  { releaseId, plannedAt, queues, urls }: ReleaseWaking,
): Promise<number> {
  return await enqueuePages(
    ({ after, limit }) => db<WaitingDelivery[]>`
      select id, channel from deliveries
      where release_id = ${releaseId} and status = 'pending' and id > ${after}
      order by id limit ${limit}`,
    // Row ids begin with the time of writing, so the scan starts there.
    { after: encodeTime(plannedAt.getTime()), queues, urls },
  )
}
