import { asciiLower } from '@pauta/platform/text/ascii-lower'
import * as z from 'zod'

/** The message tag by which the provider's events name the row of the ledger. */
export const DELIVERY_TAG = 'delivery-id'
/** A mail of ours has one recipient. */
const RECIPIENTS_MAX = 50

const recipients = z
  .array(z.object({ emailAddress: z.string() }))
  .max(RECIPIENTS_MAX)
  .default([])

/** Amazon SES tells much more; this is what we heed. */
const sesEventSchema = z.object({
  eventType: z.string(),
  mail: z.object({
    messageId: z.string().optional(),
    tags: z.record(z.string(), z.array(z.string())).default({}),
  }),
  bounce: z.object({ bounceType: z.string(), bouncedRecipients: recipients }).optional(),
  complaint: z.object({ complainedRecipients: recipients }).optional(),
})

/** How a topic of SNS hands a message to a queue, unless it is told to hand on the message alone. */
const envelopeSchema = z.object({ Type: z.literal('Notification'), Message: z.string() })

/** What the mail provider tells of one mail. */
export interface MailEvent {
  /** `other` changes nothing: a delay, a delivery, an opened mail. */
  kind: 'sent' | 'hard-bounce' | 'complaint' | 'rejected' | 'other'
  /** The row of the ledger; undefined for mails of an older kind. */
  deliveryId: string | undefined
  providerId: string | undefined
  /** Addresses that bounced or complained. */
  addresses: string[]
}

const KINDS: Record<string, MailEvent['kind']> = {
  Send: 'sent',
  Complaint: 'complaint',
  Reject: 'rejected',
  'Rendering Failure': 'rejected',
}

/** Reads an event as it lies in the queue, with or without its envelope. Throws for what is none. */
export function readMailEvent(body: string): MailEvent {
  const outer: unknown = JSON.parse(body)
  const envelope = envelopeSchema.safeParse(outer).data
  const event = sesEventSchema.parse(envelope ? JSON.parse(envelope.Message) : outer)
  const { eventType, mail, bounce, complaint } = event
  // A full mailbox or an answering machine bounces too, and passes.
  const isHard = eventType === 'Bounce' && bounce?.bounceType === 'Permanent'
  const told = isHard ? bounce.bouncedRecipients : (complaint?.complainedRecipients ?? [])
  return {
    kind: isHard ? 'hard-bounce' : (KINDS[eventType] ?? 'other'),
    deliveryId: mail.tags[DELIVERY_TAG]?.[0],
    providerId: mail.messageId,
    addresses: told.map(({ emailAddress }) => plainAddress(emailAddress)),
  }
}

/** `Ana <ana@exemplo.org>` and `ana@exemplo.org` alike. */
function plainAddress(text: string): string {
  return asciiLower((/<([^<>]+)>\s*$/.exec(text)?.[1] ?? text).trim())
}
