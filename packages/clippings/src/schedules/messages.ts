import * as z from 'zod'
import { formatInstant } from '@pauta/platform/time/time'

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text))
const clippingId = z.string().min(1).max(128)

/** Ignores unknown properties, so that one version of the code reads messages of the next. */
const releaseMessageSchema = z.discriminatedUnion('kind', [
  /** The clipping is due. Sent by its one-shot schedule, or by the sweep when that message was lost. */
  z.object({ kind: z.literal('due'), clippingId, nextRunAt: instant }),
  /** The author requested a release now. */
  z.object({ kind: z.literal('manual'), clippingId, requestedAt: instant }),
])

/** A message of the queue `release`, which makes a release of a clipping. */
export type ReleaseMessage = z.output<typeof releaseMessageSchema>

/** Throws a ZodError or SyntaxError that describes the fault. */
export function readReleaseMessage(body: string): ReleaseMessage {
  return releaseMessageSchema.parse(JSON.parse(body))
}

export function writeReleaseMessage(message: ReleaseMessage): string {
  return JSON.stringify(
    message.kind === 'due'
      ? { ...message, nextRunAt: formatInstant(message.nextRunAt) }
      : { ...message, requestedAt: formatInstant(message.requestedAt) },
  )
}
