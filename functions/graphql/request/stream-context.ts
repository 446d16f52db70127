import type { Viewer } from './viewer.ts'

/** An event of the stream in the schema's words; the schema checks its fields when it is written. */
export interface ShownEvent {
  __typename: `AgentEvent${string}`
  [field: string]: unknown
}

/** What the subscription gets; one per request. It needs little of what queries need, and so is linked to little. */
export interface StreamContext {
  viewer: Viewer
  /** Begins a run of the viewer. Throws what the caller is to hear instead of events. */
  generate: (prompt: string) => Promise<AsyncIterable<{ generateRecortes: ShownEvent }>>
}
