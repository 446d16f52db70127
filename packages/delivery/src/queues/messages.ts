import * as z from 'zod'

/** Ledger rows in one message: a worker sends them in one or two seconds. */
export const DELIVERIES_PER_MESSAGE = 200

/** Ignores unknown properties, so that one version of the code reads messages of the next. */
const deliveryMessageSchema = z.object({
  deliveryIds: z.array(z.string().min(1).max(128)).min(1).max(DELIVERIES_PER_MESSAGE),
})

/**
 * Returns messages for the queue of a channel. All rows must be of that channel. A message contains no data: a
 * duplicate or lost message changes only the time of delivery.
 */
export function writeDeliveryMessages(deliveryIds: readonly string[]): string[] {
  const messages: string[] = []
  for (let start = 0; start < deliveryIds.length; start += DELIVERIES_PER_MESSAGE) {
    const page = deliveryIds.slice(start, start + DELIVERIES_PER_MESSAGE)
    messages.push(JSON.stringify({ deliveryIds: page }))
  }
  return messages
}

/** Returns the ledger ids in a message. Throws for an invalid message. */
export function readDeliveryMessage(body: string): string[] {
  return deliveryMessageSchema.parse(JSON.parse(body)).deliveryIds
}
