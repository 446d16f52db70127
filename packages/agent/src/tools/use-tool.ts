import type { z } from 'zod'
import type { AgentEvent } from '../run/agent-event.ts'
import { assertWanted, type AgentRun } from '../run/agent-run.ts'
import type { AgentTool } from './agent-tool.ts'

/** What watchers always find in the arguments of a call, whichever tool it is of. */
const NO_RECORTE = { recorte: '', filters: { themes: [], agencies: [], keywords: [] } }

/**
 * Calls a tool before the eyes of whoever watches, and gives its result. Arguments that the schema refuses throw before
 * anything is shown. Throws RunStopped and what the tool throws.
 */
export async function* useTool<Schema extends z.ZodType, Result>(
  tool: AgentTool<Schema, Result>,
  args: z.input<Schema>,
  run: AgentRun,
): AsyncGenerator<AgentEvent, Result> {
  const { name, parameters, isSample } = tool
  const checked = parameters.parse(args)
  await assertWanted(run)
  const { filters, ...others } = checked as { filters?: object }
  const shown = { ...NO_RECORTE, ...others, filters: { ...NO_RECORTE.filters, ...filters } }
  yield { type: 'toolCall', tool: name, args: shown }
  const result = await tool.run(checked, run)
  yield isSample ? { type: 'sampleResult', payload: result } : { type: 'toolResult', tool: name, result }
  return result
}
