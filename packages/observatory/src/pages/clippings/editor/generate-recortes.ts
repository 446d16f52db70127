import { createClient } from 'graphql-sse'
import { ActionFailure } from '../../../api/act.ts'
import { API_URL } from '../../../api/client.ts'
import {
  GenerateRecortesDocument,
  type GenerateRecortesSubscription,
} from '../../../api/generated/operations.ts'
import { readToken } from '../../../api/session.ts'

export type AgentEvent = GenerateRecortesSubscription['generateRecortes']

const ATTEMPTS = 2

/**
 * Asks the agent for recortes of a request and yields its steps as they happen. Throws
 * ActionFailure if the API refuses the request, and another error when the stream breaks.
 */
export async function* generateRecortes(prompt: string, signal: AbortSignal): AsyncGenerator<AgentEvent> {
  const token = readToken()
  const client = createClient({
    url: `${API_URL}/graphql/stream`,
    retryAttempts: ATTEMPTS,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })
  const stop = () => client.dispose()
  signal.addEventListener('abort', stop, { once: true })
  try {
    const results = client.iterate<GenerateRecortesSubscription>({
      query: GenerateRecortesDocument.toString(),
      variables: { prompt },
    })
    for await (const { data, errors } of results) {
      if (errors?.[0]) throw new ActionFailure(errors[0].message)
      if (data) yield data.generateRecortes
    }
  } finally {
    signal.removeEventListener('abort', stop)
    client.dispose()
  }
}
