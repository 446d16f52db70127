import type { AgentRun } from '../agent-run.ts'
import type { z } from 'zod'

/** The data that tools read. */
type ToolSources = Pick<AgentRun, 'index' | 'readCatalogue' | 'now'>

/** A tool of the agent. Tools only read. */
export interface AgentTool<Schema extends z.ZodType = z.ZodType, Result = unknown> {
  name: string
  /** The description for the model. */
  description: string
  parameters: Schema
  /** True if the result is a sample of articles, which clients show as a sample. */
  isSample?: boolean
  run(args: z.output<Schema>, sources: ToolSources): Promise<Result>
}
