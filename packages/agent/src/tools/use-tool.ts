import type { z } from 'zod'
import type { AgentEvent } from '../agent-event.ts'
import { assertWanted, type AgentRun } from '../agent-run.ts'
import type { AgentTool } from './agent-tool.ts'

/** The arguments that every `tool_call` event has, whichever the tool. */
const NO_RECORTE = { recorte: '', filters: { themes: [], agencies: [], keywords: [] } }

/**
 * Calls a tool, yields the events of the call and returns the result. If the schema refuses the arguments, throws
 * before the first event. Throws RunStopped and the errors of the tool.
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
