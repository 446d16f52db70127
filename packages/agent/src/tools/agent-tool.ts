import type { NameCatalogue } from '../knowledge/catalogue.ts'
import type { SearchIndex } from '@pauta/core/search-index/client'
import type { z } from 'zod'

/** What tools look things up in. */
export interface ToolSources {
  index: SearchIndex
  readCatalogue: () => Promise<NameCatalogue>
  now: Date
}

/** Something that an agent may do: look, never change. */
export interface AgentTool<Schema extends z.ZodType = z.ZodType, Result = unknown> {
  name: string
  /** For the model that chooses among them. */
  description: string
  parameters: Schema
  /** Whether its result is a sample of articles, which watchers are shown as such. */
  isSample?: boolean
  run(args: z.output<Schema>, sources: ToolSources): Promise<Result>
}
