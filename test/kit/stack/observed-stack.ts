import { startEmbeddingService } from '../services/embedding-service.ts'
import { anArticle } from '../rows/factories.ts'
import { catchLog, type CaughtLog, type LogLine } from './log-lines.ts'
import { newPerson, type Person } from '../rows/people.ts'
import { startDatabaseCounter, startIndexCounter } from '../relays/read-counter.ts'
import { startTestStack, type TestStack } from './stack.ts'

/** A search word that no log may contain. */
export const SECRET = 'segredo'

export interface Reads {
  sql: number
  index: number
}

/** A stack with recorded logs and reads, and with one article about the secret. */
export interface ObservedStack {
  stack: TestStack
  reader: Person
  serviceToken: string
  log: CaughtLog
  /** Statements and requests over the wire since the last call, of any sender. */
  takeReads(): Reads
  /** Sends a GraphQL request and returns the complete answer. */
  post(query: string, options?: PostOptions): Promise<Response>
  /** Runs `work` while a table is missing, which causes an internal error. */
  withoutThemes<T>(work: () => Promise<T>): Promise<T>
  stop(): Promise<void>
}

interface PostOptions {
  token?: string | undefined
  variables?: Record<string, unknown>
}

/** Sums the reads of the stores in log lines. */
export function sumReads(lines: readonly LogLine[]): Reads {
  const reads = lines.map((line) => line['storeReads'] as Reads)
  return {
    sql: reads.reduce((sum, { sql }) => sum + sql, 0),
    index: reads.reduce((sum, { index }) => sum + index, 0),
  }
}

async function post(url: string, query: string, options: PostOptions = {}): Promise<Response> {
  const { token, variables } = options
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ query, variables }),
  })
  await response.clone().arrayBuffer()
  return response
}

export async function startObservedStack(): Promise<ObservedStack> {
  const log = catchLog()
  const embedding = await startEmbeddingService()
  const counters = { index: await startIndexCounter(), database: await startDatabaseCounter() }
  const stack = await startTestStack({
    gates: counters,
    logLevel: 'info',
    embedding: { kind: 'http', url: embedding.url, model: 'hashing' },
  })
  const reader = await newPerson(stack)
  await stack.publish([anArticle({ uniqueId: `${SECRET}_000001`, title: `Sobre o ${SECRET}` })])
  await reader.id()
  return {
    stack,
    reader,
    serviceToken: await stack.stack.serviceToken(),
    log,
    takeReads: () => ({ sql: counters.database.take().length, index: counters.index.take().length }),
    post: (query, options) => post(stack.stack.graphqlUrl, query, options),
    async withoutThemes(work) {
      await stack.db`alter view known_themes rename to themes_away`
      try {
        return await work()
      } finally {
        await stack.db`alter view themes_away rename to known_themes`
      }
    },
    async stop() {
      await stack.stop()
      log.release()
      const parts = [counters.index, counters.database, embedding]
      await Promise.all(parts.map((part) => part.stop()))
    },
  }
}
