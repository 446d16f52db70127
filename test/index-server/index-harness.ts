import { startIndexServer } from '../../packages/index-server/src/server.ts'

export const KEY = 'chave-de-teste'

interface Answer {
  status: number
  text: string
  json: Body
}

/** A JSON answer, with any path readable. */
export interface Body {
  [key: string]: Body | undefined
}

export interface TestIndex {
  url: string
  call(method: string, path: string, body?: unknown, key?: string): Promise<Answer>
  /** Searches the collection and returns the whole answer. */
  search(collection: string, parameters: Record<string, string | number>): Promise<Answer>
  /** Returns the ids of the hits, in order. */
  ids(collection: string, parameters: Record<string, string | number>): Promise<string[]>
  load(schema: unknown, name: string, documents: readonly object[]): Promise<void>
  stop(): Promise<void>
}

/** Returns a client of the server at `url`. */
export function createIndexClient(url: string, stop: () => Promise<void>): TestIndex {
  const call = async (method: string, path: string, body?: unknown, key = KEY): Promise<Answer> => {
    const response = await fetch(url + path, {
      method,
      headers: { 'x-typesense-api-key': key },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, text, json: parse(text) }
  }
  const search = (collection: string, parameters: Record<string, string | number>): Promise<Answer> => {
    const query = new URLSearchParams(
      Object.entries(parameters).map(([name, value]) => [name, String(value)]),
    )
    return call('GET', `/collections/${collection}/documents/search?${query.toString()}`)
  }
  return {
    url,
    call,
    search,
    stop,
    async ids(collection, parameters) {
      const answer = await search(collection, parameters)
      if (answer.status !== 200) throw new Error(`search failed: ${answer.status} ${answer.text}`)
      return listIds(answer.json.hits)
    },
    async load(schema, name, documents) {
      const created = await call('POST', '/collections', schema)
      if (created.status !== 201) throw new Error(`collection refused: ${created.text}`)
      const lines = documents.map((document) => JSON.stringify(document)).join('\n')
      const imported = await call('POST', `/collections/${name}/documents/import?action=create`, lines)
      if (imported.text.includes('"success":false')) throw new Error(`import failed: ${imported.text}`)
    },
  }
}

const listIds = (hits: Body | undefined): string[] =>
  (hits as unknown as { document: { id: string } }[]).map((hit) => hit.document.id)

export async function startTestIndex(): Promise<TestIndex> {
  const server = await startIndexServer({ port: 0, key: KEY })
  await server.loaded
  return createIndexClient(server.url, () => server.stop())
}

function parse(text: string): Body {
  try {
    return JSON.parse(text) as Body
  } catch {
    return {}
  }
}
