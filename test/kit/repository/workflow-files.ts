import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import * as z from 'zod'
import { ROOT } from './root.ts'

const step = z.object({
  name: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  env: z.record(z.string(), z.string()).optional(),
  if: z.string().optional(),
})

const job = z.object({
  'runs-on': z.string().optional(),
  'timeout-minutes': z.number().optional(),
  environment: z.string().optional(),
  if: z.string().optional(),
  needs: z.union([z.string(), z.array(z.string())]).optional(),
  permissions: z.record(z.string(), z.string()).optional(),
  concurrency: z.object({ group: z.string(), 'cancel-in-progress': z.unknown() }).optional(),
  uses: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  /** A list of values, or an expression that returns one. */
  strategy: z.object({ matrix: z.record(z.string(), z.array(z.string()).or(z.string())) }).optional(),
  steps: z.array(step).default([]),
})

const workflow = z.object({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions: z.unknown(),
  concurrency: z.object({ group: z.string() }).loose().optional(),
  jobs: z.record(z.string(), job),
})

export type WorkflowJob = z.output<typeof job>
export type Workflow = z.output<typeof workflow>

export const WORKFLOWS_FOLDER = join(ROOT, '.github/workflows')

/** Every workflow of the repository by its file name, parsed and checked. */
export function readWorkflows(): Map<string, Workflow> {
  const files = readdirSync(WORKFLOWS_FOLDER).filter((file) => file.endsWith('.yml'))
  return new Map(
    files.map((file) => [file, workflow.parse(parse(readFileSync(join(WORKFLOWS_FOLDER, file), 'utf8')))]),
  )
}
