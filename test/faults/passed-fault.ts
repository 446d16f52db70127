import * as z from 'zod'
import type { Fault } from './find-faults.ts'

/** A fault as one process passes it to another, in a variable of the environment. */
const faultSchema: z.ZodType<Fault> = z.object({
  path: z.string(),
  line: z.number(),
  kind: z.string(),
  start: z.number(),
  end: z.number(),
  before: z.string(),
  after: z.string(),
})

const VARIABLE = 'PAUTA_FAULT'

export const passFault = (fault: Fault) => ({ [VARIABLE]: JSON.stringify(fault) })

/** Reads the fault that was passed to this process. */
export const readFault = (): Fault => faultSchema.parse(JSON.parse(process.env[VARIABLE] ?? ''))
