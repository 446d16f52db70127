import * as z from 'zod'
import { formatInstant } from '@pauta/platform/time/time'

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text))
const clippingId = z.string().min(1).max(128)

/** Tolerant, so that what one release of the code has queued the next one reads. */
const releaseMessageSchema = z.discriminatedUnion('kind', [
  /** Its time has come: by its one-shot schedule, or by the sweep when that got lost. */
  z.object({ kind: z.literal('due'), clippingId, nextRunAt: instant }),
  /** Its author wants it now. */
  z.object({ kind: z.literal('manual'), clippingId, requestedAt: instant }),
])

/** A message of the queue `release`: a clipping of which a release is to be made. */
export type ReleaseMessage = z.output<typeof releaseMessageSchema>

/** Throws a ZodError or SyntaxError that says what is wrong with the text. */
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
