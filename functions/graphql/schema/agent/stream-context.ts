import type { AgentEvent } from '../../generated/resolvers-types.ts'
import type { Viewer } from '../../viewer.ts'

/** An event as the schema tells it, by the name of its type. */
export type ShownEvent = AgentEvent & { __typename: string }

/** What the subscription gets; one per request. It needs little of what queries need, and so is linked to little. */
export interface StreamContext {
  viewer: Viewer
  /** Begins a run of the viewer. Throws what the caller is to hear instead of events. */
  generate: (prompt: string) => Promise<AsyncIterable<{ generateRecortes: ShownEvent }>>
}
