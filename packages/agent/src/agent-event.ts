import type { Recorte } from '@pauta/clippings/recortes/recorte'

/** The last event of a successful run. `createClipping` accepts its recortes, name and description unchanged. */
interface DoneEvent {
  type: 'done'
  recortes: Recorte[]
  explanation: string
  description: string
  suggestedName: string
  /** Number of rounds of measurement and adjustment. */
  iterations: number
  /** True if every recorte captures articles and none captures too many. */
  converged: boolean
}

/** A step of a run, for the person who waits. Messages are Portuguese. */
export type AgentEvent =
  | { type: 'thinking'; message: string }
  | { type: 'toolCall'; tool: string; args: unknown }
  | { type: 'toolResult'; tool: string; result: unknown }
  | { type: 'sampleResult'; payload: unknown }
  | { type: 'adjusting'; message: string }
  | DoneEvent
  | { type: 'error'; message: string }

/** The message of the first event. */
export const ANALYSING = 'Analisando o pedido'

/** Returns true for the last event of a run. */
export function isLast(event: AgentEvent): boolean {
  return event.type === 'done' || event.type === 'error'
}
