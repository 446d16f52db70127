import type { ArticleEvent } from '@pauta/core/history/queries'
import type { ArticleFilter } from '@pauta/core/search-index/article-filter'
import type { Viewer } from './viewer.ts'

/** An event of the stream as in the schema. The schema validates the fields when the event is written. */
export interface ShownEvent {
  __typename: `AgentEvent${string}`
  [field: string]: unknown
}

/** What a subscription of the log asks for. */
export interface FollowArguments {
  filter: ArticleFilter | null | undefined
  /** A position or an instant; null starts now. */
  since: string | null | undefined
}

/** The events of a subscription of the log. */
export type FollowedEvents = AsyncGenerator<{ articleEvents: ArticleEvent }>

/** The context of a subscription; one per request. It has few services, so that the function needs few links. */
export interface StreamContext {
  viewer: Viewer
  /** Starts a run of the viewer. Throws errors for the caller. */
  generate: (prompt: string) => Promise<AsyncIterable<{ generateRecortes: ShownEvent }>>
  /** Follows the log of articles. Throws errors for the caller. */
  follow: (asked: FollowArguments) => Promise<FollowedEvents>
}
