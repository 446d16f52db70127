import { DEFAULT_EVENTS } from '@pauta/clippings/recortes/recorte'
import type { AgentEvent } from '@pauta/agent/agent-event'
import type { AgentEvent as SchemaEvent } from '../../generated/resolvers-types.ts'
import type { ShownEvent } from '../../request/stream-context.ts'

/** Converts an event of the agent to the schema, in which arguments and results of tools are JSON text. */
export function showEvent(event: AgentEvent): SchemaEvent & ShownEvent {
  switch (event.type) {
    case 'thinking':
      return { __typename: 'AgentEventThinking', message: event.message }
    case 'toolCall':
      return { __typename: 'AgentEventToolCall', tool: event.tool, argsJson: JSON.stringify(event.args) }
    case 'toolResult':
      return {
        __typename: 'AgentEventToolResult',
        tool: event.tool,
        resultJson: JSON.stringify(event.result),
      }
    case 'sampleResult':
      return { __typename: 'AgentEventSampleResult', payloadJson: JSON.stringify(event.payload) }
    case 'adjusting':
      return { __typename: 'AgentEventAdjusting', message: event.message }
    case 'done': {
      const { type: _, ...done } = event
      const recortes = done.recortes.map((recorte) => ({
        ...recorte,
        excludeAgencies: recorte.excludeAgencies ?? [],
        excludeKeywords: recorte.excludeKeywords ?? [],
        entityCanonical: recorte.entityCanonical ?? [],
        states: recorte.states ?? [],
        events: recorte.events ?? [...DEFAULT_EVENTS],
      }))
      return { __typename: 'AgentEventDone', ...done, recortes }
    }
    case 'error':
    default:
      return { __typename: 'AgentEventError', message: event.message }
  }
}
