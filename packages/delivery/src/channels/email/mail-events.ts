import { asciiLower } from '@pauta/platform/text/ascii-lower'
import * as z from 'zod'

/** The message tag that carries the ledger id in the provider's events. */
export const DELIVERY_TAG = 'delivery-id'
/** Our mails have one recipient each; this bounds an event's size. */
const RECIPIENTS_MAX = 50

const recipients = z
  .array(z.object({ emailAddress: z.string() }))
  .max(RECIPIENTS_MAX)
  .default([])

/** The fields of SES events that are read. */
const sesEventSchema = z.object({
  eventType: z.string(),
  mail: z.object({
    messageId: z.string().optional(),
    tags: z.record(z.string(), z.array(z.string())).default({}),
  }),
  bounce: z.object({ bounceType: z.string(), bouncedRecipients: recipients }).optional(),
  complaint: z.object({ complainedRecipients: recipients }).optional(),
})

/** The envelope in which SNS sends a message to a queue, unless raw delivery is on. */
const envelopeSchema = z.object({ Type: z.literal('Notification'), Message: z.string() })

/** An event of the mail provider about one mail. */
export interface MailEvent {
  /** `other` has no effect: a delay, a delivery, an opened mail. */
  kind: 'sent' | 'hard-bounce' | 'complaint' | 'rejected' | 'other'
  /** Id of the ledger row; undefined for mails without the tag. */
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

/** Parses an event from the queue, with or without its envelope. Throws for anything else. */
export function readMailEvent(body: string): MailEvent {
  const outer: unknown = JSON.parse(body)
  const envelope = envelopeSchema.safeParse(outer).data
  const event = sesEventSchema.parse(envelope ? JSON.parse(envelope.Message) : outer)
  const { eventType, mail, bounce, complaint } = event
  // A full mailbox or an auto-reply bounces too, but not permanently.
  const isHard = eventType === 'Bounce' && bounce?.bounceType === 'Permanent'
  const failed = isHard ? bounce.bouncedRecipients : (complaint?.complainedRecipients ?? [])
  return {
    kind: isHard ? 'hard-bounce' : (KINDS[eventType] ?? 'other'),
    deliveryId: mail.tags[DELIVERY_TAG]?.[0],
    providerId: mail.messageId,
    addresses: failed.map(({ emailAddress }) => plainAddress(emailAddress)),
  }
}

/** Accepts `Ana <ana@exemplo.org>` and `ana@exemplo.org`. */
function plainAddress(text: string): string {
  return asciiLower((/<([^<>]+)>\s*$/.exec(text)?.[1] ?? text).trim())
}
