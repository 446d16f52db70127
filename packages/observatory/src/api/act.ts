import type { OperationResult } from '@urql/core'
import { client } from './client.ts'
import type { TypedDocumentString } from './generated/operations.ts'
import { describeFailure, needsLogin } from './use-data.ts'

/** The API refused an action. The message explains to a reader, in Portuguese, what to do. */
export class ActionFailure extends Error {
  override readonly name = 'ActionFailure'

  /** Whether the API asks for a login: it ended while the page was open. */
  readonly needsLogin: boolean

  constructor(
    message: string,
    { needsLogin = false, ...options }: ErrorOptions & { needsLogin?: boolean } = {},
  ) {
    super(message, options)
    this.needsLogin = needsLogin
  }
}

/** Asks a question once, past every cache. Throws ActionFailure. */
export async function ask<Data, Variables extends object>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const options = { requestPolicy: 'network-only' } as const
  return readAnswer(await client.query<Data>(document.toString(), variables, options).toPromise())
}

/** Sends a mutation. Throws ActionFailure. */
export async function act<Data, Variables extends object>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  return readAnswer(await client.mutation<Data>(document.toString(), variables).toPromise())
}

/**
 * Sends a mutation. Returns the warnings of its answer: the API accepted the action, and says what the reader would not
 * expect. Throws ActionFailure.
 */
export async function actAndListWarnings<Data, Variables extends object>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
): Promise<readonly unknown[]> {
  const result = await client.mutation<Data>(document.toString(), variables).toPromise()
  readAnswer(result)
  const warnings: unknown = result.extensions?.['warnings']
  return Array.isArray(warnings) ? warnings : []
}

function readAnswer<Data>({ error, data }: Pick<OperationResult<Data>, 'error' | 'data'>): Data {
  if (error || !data)
    throw new ActionFailure(error ? describeFailure(error) : '', {
      cause: error,
      needsLogin: error !== undefined && needsLogin(error),
    })
  return data
}
