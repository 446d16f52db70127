import * as z from 'zod'
import { FAULT_VARIABLE } from '../kit/processes/command.ts'
import type { Fault } from './find-faults.ts'

/** A fault as one process passes it to another. */
export const faultSchema: z.ZodType<Fault> = z.object({
  path: z.string(),
  line: z.number(),
  kind: z.string(),
  start: z.number(),
  end: z.number(),
  before: z.string(),
  after: z.string(),
})

/** What a run of tests is told: the fault, its files in the order in which they run, and a migrated database. */
const passedSchema = z.object({
  fault: faultSchema,
  files: z.array(z.string()),
  databaseTemplate: z.string(),
})
export type Passed = z.infer<typeof passedSchema>

export const pass = (passed: Passed) => ({ [FAULT_VARIABLE]: JSON.stringify(passed) })

/** Reads what was passed to this process. */
export const readPassed = (): Passed => passedSchema.parse(JSON.parse(process.env[FAULT_VARIABLE] ?? ''))
