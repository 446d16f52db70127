import * as z from 'zod'
import { formatInstant } from '../time/time.ts'

/** Tolerant, so that what one release has queued the next one reads. */
const jobMessageSchema = z.object({
  scheduledTime: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
  parameters: z.record(z.string(), z.unknown()).default({}),
  /** Started by a person, who means it however late it comes to run. */
  manual: z.boolean().default(false),
})

/** A message of a job's queue: one run that is meant for one time. */
export type JobMessage = z.output<typeof jobMessageSchema>

/** Throws a ZodError or SyntaxError that says what is wrong with the text. */
export function readJobMessage(body: string): JobMessage {
  return jobMessageSchema.parse(JSON.parse(body))
}

export function writeJobMessage(message: JobMessage): string {
  return JSON.stringify({ ...message, scheduledTime: formatInstant(message.scheduledTime) })
}
