import { DESCRIPTION_MAX_CHARACTERS, NAME_MAX_CHARACTERS } from '@pauta/clippings/clippings/bounds'
import {
  identifyRecortes,
  parseFilledRecortes,
  RECORTES_MAX,
  type Recorte,
} from '@pauta/clippings/recortes/recorte'
import { PublicError } from '@pauta/platform/errors'
import * as z from 'zod'
import type { AgentEvent } from '../agent-event.ts'
import { cutAtWord, oneLine } from '@pauta/platform/text/cut-text'
import { parseJson } from '@pauta/platform/input/parse-json'
import { describeClipping, suggestName } from '../summary.ts'

const message = z.string().catch('')
const list = z
  .array(z.string())
  .nullish()
  .transform((values) => values ?? [])
const resultSchema = z.object({
  recortes: z.array(
    z.object({
      title: z.string(),
      themes: list,
      agencies: list,
      excludeAgencies: list,
      keywords: list,
      excludeKeywords: list,
      entityCanonical: list,
      states: list,
    }),
  ),
  explanation: message,
  description: message,
  suggested_name: message,
  iterations: z.number().int().nonnegative().catch(0),
  converged: z.boolean().catch(false),
})

const messageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('thinking'), message }),
  z.object({ type: z.literal('tool_call'), tool: z.string(), args: z.unknown().optional() }),
  z.object({ type: z.literal('tool_result'), tool: z.string(), result: z.unknown().optional() }),
  z.looseObject({ type: z.literal('sample_result') }),
  z.object({ type: z.literal('adjusting'), message }),
  z.object({ type: z.literal('done'), result: resultSchema.nullable().catch(null) }),
  z.object({ type: z.literal('error'), message }),
])

const UNREADABLE = 'O serviço que gera recortes respondeu de um modo que não entendemos. Tente de novo.'
const FAILED = 'O serviço que gera recortes falhou. Tente de novo.'

/** Returns the valid recortes, at most as many as a clipping may have. Drops the others. */
function keepValid(recortes: z.output<typeof resultSchema>['recortes']): Recorte[] {
  const valid = recortes.flatMap((recorte) => {
    try {
      return parseFilledRecortes([recorte])
    } catch (error) {
      if (error instanceof PublicError) return []
      throw error
    }
  })
  return identifyRecortes(valid.slice(0, RECORTES_MAX))
}

function toDone(result: z.output<typeof resultSchema>): AgentEvent {
  const recortes = keepValid(result.recortes)
  if (recortes.length === 0) return { type: 'error', message: UNREADABLE }
  const titles = recortes.map(({ title }) => title)
  return {
    type: 'done',
    recortes,
    explanation: result.explanation,
    description:
      cutAtWord(oneLine(result.description), DESCRIPTION_MAX_CHARACTERS) || describeClipping(titles),
    suggestedName: cutAtWord(oneLine(result.suggested_name), NAME_MAX_CHARACTERS) || suggestName(titles),
    iterations: result.iterations,
    converged: result.converged,
  }
}

function toEvent(data: z.output<typeof messageSchema>): AgentEvent {
  switch (data.type) {
    case 'tool_call':
      return { type: 'toolCall', tool: data.tool, args: data.args ?? null }
    case 'tool_result':
      return { type: 'toolResult', tool: data.tool, result: data.result ?? null }
    case 'sample_result': {
      const { type: _, ...payload } = data
      return { type: 'sampleResult', payload }
    }
    case 'done':
      return data.result ? toDone(data.result) : { type: 'error', message: UNREADABLE }
    case 'error':
      return { type: 'error', message: data.message || FAILED }
    case 'thinking':
    case 'adjusting':
    default:
      return data
  }
}

function readMessage(value: unknown): AgentEvent | undefined {
  const { data } = messageSchema.safeParse(value)
  return data && toEvent(data)
}

/**
 * Returns the events in the data of one server-sent event: usually one, or one per line if the worker omits blank
 * lines. Drops lines that are not JSON or have an unknown type.
 */
export function readWorkerMessages(data: string): AgentEvent[] {
  const whole = parseJson(data)
  const values = whole === undefined ? data.split('\n').map(parseJson) : [whole]
  return values.flatMap((value) => readMessage(value) ?? [])
}
