import { createClient } from 'graphql-sse'

/** An event of generateRecortes with every field of every type. */
export interface ToldEvent {
  __typename: string
  message: string
  tool: string
  argsJson: string
  resultJson: string
  payloadJson: string
  recortes: {
    id: string
    title: string
    themes: string[]
    agencies: string[]
    excludeAgencies: string[]
    keywords: string[]
    excludeKeywords: string[]
    states: string[]
  }[]
  explanation: string
  description: string
  suggestedName: string
  iterations: number
  converged: boolean
}

export const GENERATE = `subscription ($prompt: String!) {
  generateRecortes(prompt: $prompt) {
    __typename
    ... on AgentEventThinking { message }
    ... on AgentEventToolCall { tool argsJson }
    ... on AgentEventToolResult { tool resultJson }
    ... on AgentEventSampleResult { payloadJson }
    ... on AgentEventAdjusting { message }
    ... on AgentEventDone {
      recortes { id title themes agencies excludeAgencies keywords excludeKeywords states } explanation description suggestedName iterations converged
    }
    ... on AgentEventError { message }
  }
}`

/** The outcome of a stream: the events in order, or the codes of the errors. */
export interface Told {
  events: ToldEvent[]
  codes: unknown[]
  extensions: Record<string, unknown>[]
}

/** Runs the subscription to its end with the official client. */
export async function generate(
  streamUrl: string,
  token: string | undefined,
  prompt: string,
  onEvent?: (event: ToldEvent) => void,
): Promise<Told> {
  const client = createClient({
    url: streamUrl,
    retryAttempts: 0,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })
  const told: Told = { events: [], codes: [], extensions: [] }
  const results = client.iterate<{ generateRecortes: ToldEvent }>({ query: GENERATE, variables: { prompt } })
  for await (const { data, errors } of results) {
    for (const { extensions = {} } of errors ?? []) {
      told.codes.push(extensions['code'])
      told.extensions.push(extensions)
    }
    if (!data) continue
    told.events.push(data.generateRecortes)
    onEvent?.(data.generateRecortes)
  }
  client.dispose()
  return told
}

const FOLLOW = `subscription ($filter: ArticleFilter, $since: String) {
  articleEvents(filter: $filter, since: $since) { position kind uniqueId title grade version }
}`

/** An event of articleEvents. */
export interface FollowedEvent {
  position: string
  kind: string
  uniqueId: string
  title: string | null
  grade: string | null
  version: number | null
}

/** Follows the log with the official client until `until` returns true, the stream ends, or it fails. */
export async function followEvents(
  streamUrl: string,
  token: string | undefined,
  variables: { filter?: object; since?: string },
  until: (events: readonly FollowedEvent[]) => boolean = () => false,
): Promise<{ events: FollowedEvent[]; codes: unknown[] }> {
  const client = createClient({
    url: streamUrl,
    retryAttempts: 0,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })
  const told: { events: FollowedEvent[]; codes: unknown[] } = { events: [], codes: [] }
  for await (const { data, errors } of client.iterate<{ articleEvents: FollowedEvent }>({
    query: FOLLOW,
    variables,
  })) {
    told.codes.push(...(errors ?? []).map(({ extensions }) => extensions['code']))
    if (data) told.events.push(data.articleEvents)
    if (until(told.events)) break
  }
  client.dispose()
  return told
}

export const typesOf = (events: readonly ToldEvent[]) =>
  events.map(({ __typename }) => __typename.replace('AgentEvent', ''))
