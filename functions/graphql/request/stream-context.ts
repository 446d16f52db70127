import type { Viewer } from './viewer.ts'

/** An event of the stream as in the schema. The schema validates the fields when the event is written. */
export interface ShownEvent {
  __typename: `AgentEvent${string}`
  [field: string]: unknown
}

/** The context of the subscription; one per request. It has few services, so that the function needs few links. */
export interface StreamContext {
  viewer: Viewer
  /** Starts a run of the viewer. Throws errors for the caller. */
  generate: (prompt: string) => Promise<AsyncIterable<{ generateRecortes: ShownEvent }>>
}
