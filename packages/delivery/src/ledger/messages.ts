import * as z from 'zod'

/** Ledger rows that one message names: what a worker sends in a second or two. */
export const DELIVERIES_PER_MESSAGE = 200

/** Tolerant, so that what one release of the code has queued the next one reads. */
const deliveryMessageSchema = z.object({
  deliveryIds: z.array(z.string().min(1).max(128)).min(1).max(DELIVERIES_PER_MESSAGE),
})

/**
 * Messages of the queues `deliver-email`, `deliver-telegram`, `deliver-push` and `deliver-webhook` for these ledger
 * rows, which are of the queue's channel. A message is a wake-up and says nothing about its rows: one that comes twice,
 * or is lost, changes nothing but the time.
 */
export function writeDeliveryMessages(deliveryIds: readonly string[]): string[] {
  const messages: string[] = []
  for (let start = 0; start < deliveryIds.length; start += DELIVERIES_PER_MESSAGE) {
    const page = deliveryIds.slice(start, start + DELIVERIES_PER_MESSAGE)
    messages.push(JSON.stringify({ deliveryIds: page }))
  }
  return messages
}

/** The ledger rows that a message names. Throws for what is not such a message. */
export function readDeliveryMessage(body: string): string[] {
  return deliveryMessageSchema.parse(JSON.parse(body)).deliveryIds
}
