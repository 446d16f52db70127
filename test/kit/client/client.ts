/** The answer to a GraphQL request. */
export interface Answer<Data> {
  status: number
  headers: Headers
  data: Data
  errors: { message: string; path?: (string | number)[]; extensions: Record<string, unknown> }[]
  extensions: Record<string, unknown>
}

export interface Client {
  /** Sends an operation that must succeed. Throws with its errors otherwise. */
  query<Data = any>(document: string, variables?: Record<string, unknown>): Promise<Data> // oxlint-disable-line typescript/no-explicit-any
  /** Sends an operation and returns the complete answer, errors included. */
  ask<Data = any>(document: string, variables?: Record<string, unknown>): Promise<Answer<Data>> // oxlint-disable-line typescript/no-explicit-any
  /** Returns the codes of the errors of an operation that should fail. */
  codes(document: string, variables?: Record<string, unknown>): Promise<unknown[]>
  /** Sends a raw request to the stack, by path. */
  fetch(path: string, init?: RequestInit): Promise<Response>
}

/** Sends operations to a stack over HTTP, with a token when one is given. */
export function makeClient(graphqlUrl: string, token?: string): Client {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/graphql-response+json, application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  }
  const ask = async <Data>(document: string, variables?: Record<string, unknown>): Promise<Answer<Data>> => {
    const body = JSON.stringify({ query: document, variables })
    const response = await fetch(graphqlUrl, { method: 'POST', headers, body })
    const answer = (await response.json()) as Partial<Answer<Data>>
    return {
      status: response.status,
      headers: response.headers,
      data: answer.data as Data,
      errors: answer.errors ?? [],
      extensions: answer.extensions ?? {},
    }
  }
  return {
    ask,
    async query<Data>(document: string, variables?: Record<string, unknown>) {
      const { status, data, errors } = await ask<Data>(document, variables)
      if (errors.length > 0 || data === undefined)
        throw new Error(`The operation failed with ${status}: ${JSON.stringify(errors)}`)
      return data
    },
    async codes(document, variables) {
      return (await ask(document, variables)).errors.map((error) => error.extensions['code'])
    },
    fetch: (path, init) => fetch(new URL(path, graphqlUrl), init),
  }
}
