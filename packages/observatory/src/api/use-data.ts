import { useQuery } from '@urql/preact'
import type { CombinedError } from '@urql/core'
import { texts } from '../texts.ts'
import type { TypedDocumentString } from './generated/operations.ts'

/** State of one operation. `data` keeps the previous answer while a newer one is on its way. */
export interface Loaded<Data> {
  data: Data | undefined
  /** What a reader can do about a failure, in Portuguese. */
  failure: string | undefined
  isLoading: boolean
  retry: () => void
}

/** Returns the words for a failed operation: the API's own message for a refused value, else what to do. */
export function describeFailure(error: CombinedError): string {
  if (error.networkError) return navigator.onLine ? texts.failures.network : texts.failures.offline
  const [first] = error.graphQLErrors
  const code = first?.extensions['code']
  if (code === 'BAD_USER_INPUT' || code === 'LIMIT_EXCEEDED' || code === 'NOT_FOUND')
    return first?.message ?? ''
  if (code === 'RATE_LIMITED') return texts.failures.busy
  if (code === 'UNAUTHENTICATED') return texts.failures.login
  if (code === 'FORBIDDEN') return texts.failures.forbidden
  return texts.failures.server
}

/** Asks the API for an operation, again whenever its variables change. `pause` asks nothing. */
export function useData<Data, Variables extends object>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  options: { pause?: boolean } = {},
): Loaded<Data> {
  const [state, execute] = useQuery<Data>({
    query: document.toString(),
    variables,
    pause: options.pause ?? false,
  })
  return {
    // A field that failed is null like one that does not exist, so an answer with an error is not shown.
    data: state.error ? undefined : (state.data ?? undefined),
    failure: state.error && describeFailure(state.error),
    isLoading: state.fetching || state.stale,
    retry: () => execute({ requestPolicy: 'network-only' }),
  }
}
