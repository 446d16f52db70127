import * as z from 'zod'
import { formatInstant } from '../time/time.ts'

/** Accepts unknown keys, so that a version can read messages that another version queued. */
const jobMessageSchema = z.object({
  scheduledTime: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
  parameters: z.record(z.string(), z.unknown()).default({}),
  /** Started by hand. Such a run is never too late. */
  manual: z.boolean().default(false),
})

/** A message of a job's queue: one run at one scheduled time. */
export type JobMessage = z.output<typeof jobMessageSchema>

/** Parses a message. Throws a ZodError or SyntaxError that names the fault. */
export function readJobMessage(body: string): JobMessage {
  return jobMessageSchema.parse(JSON.parse(body))
}

export function writeJobMessage(message: JobMessage): string {
  return JSON.stringify({ ...message, scheduledTime: formatInstant(message.scheduledTime) })
}
