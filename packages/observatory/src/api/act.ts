import { client } from './client.ts'
import type { TypedDocumentString } from './generated/operations.ts'
import { describeFailure } from './use-data.ts'

/** The API refused an action. The message explains to a reader, in Portuguese, what to do. */
export class ActionFailure extends Error {
  override readonly name = 'ActionFailure'
}

/** Sends a mutation. Throws ActionFailure. */
export async function act<Data, Variables extends object>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const result = await client.mutation<Data>(document.toString(), variables).toPromise()
  if (result.error || !result.data) {
    throw new ActionFailure(result.error ? describeFailure(result.error) : '', { cause: result.error })
  }
  return result.data
}
