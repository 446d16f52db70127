import type { Recorte } from '@pauta/clippings/recortes/recorte'

/** What ends a run well. Recortes, name and description are such that `createClipping` takes them as they are. */
export interface DoneEvent {
  type: 'done'
  recortes: Recorte[]
  explanation: string
  description: string
  suggestedName: string
  /** Rounds of measuring and adjusting. */
  iterations: number
  /** Whether every recorte captures something and none captures far too much. */
  converged: boolean
}

/** A step that somebody who waits can watch. Messages are for people, in Portuguese. */
export type AgentEvent =
  | { type: 'thinking'; message: string }
  | { type: 'toolCall'; tool: string; args: unknown }
  | { type: 'toolResult'; tool: string; result: unknown }
  | { type: 'sampleResult'; payload: unknown }
  | { type: 'adjusting'; message: string }
  | DoneEvent
  | { type: 'error'; message: string }

/** What a run says first. */
export const ANALYSING = 'Analisando o pedido'

/** Nothing comes after such an event. */
export function isLast(event: AgentEvent): boolean {
  return event.type === 'done' || event.type === 'error'
}
