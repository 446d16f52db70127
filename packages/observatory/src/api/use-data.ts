import { useQuery } from '@urql/preact'
import type { CombinedError } from '@urql/core'
import { texts } from '../texts/texts.ts'
import { fetchFresh } from './client.ts'
import { nameFields } from './name-fields.ts'
import type { TypedDocumentString } from './generated/operations.ts'

/** State of one operation. `data` keeps the previous answer while a newer one is on its way. */
export interface Loaded<Data> {
  data: Data | undefined
  /** What a reader can do about a failure, in Portuguese. */
  failure: string | undefined
  /** Whether the API asks for a login: the session ended earlier than its token says. */
  needsLogin?: boolean
  isLoading: boolean
  retry: () => void
}

/** A limit that lasts longer than this is none of the usual ones, which end within a minute. */
const LONG_WAIT_SECONDS = 60

type Failure = Pick<CombinedError, 'networkError' | 'graphQLErrors'>

const codeOf = ({ graphQLErrors }: Failure) => graphQLErrors[0]?.extensions['code']

/** Returns whether the API asks for a login. */
export const needsLogin = (error: Failure): boolean => codeOf(error) === 'UNAUTHENTICATED'

/**
 * Returns the words for a failed operation: the API's own message for a value that a field refuses, else a text by the
 * code. An error without a path is GraphQL's own about a variable, in English for developers.
 */
export function describeFailure(error: Failure): string {
  if (error.networkError) return navigator.onLine ? texts.failures.network : texts.failures.offline
  const code = codeOf(error)
  const [first] = error.graphQLErrors
  if (code === 'BAD_USER_INPUT' && !first?.path) return texts.failures.refused
  if (code === 'BAD_USER_INPUT' || code === 'LIMIT_EXCEEDED' || code === 'NOT_FOUND')
    return nameFields(first?.message ?? '')
  // The API's message says how long; a minute is what the usual limits take.
  if (code === 'RATE_LIMITED')
    return Number(first?.extensions['retryAfterSeconds']) > LONG_WAIT_SECONDS
      ? (first?.message ?? '')
      : texts.failures.busy
  if (needsLogin(error)) return texts.failures.login
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
    needsLogin: state.error !== undefined && needsLogin(state.error),
    isLoading: state.fetching || state.stale,
    // Past the cache of the browser, which keeps answers for up to a minute.
    retry: () => execute({ requestPolicy: 'network-only', fetch: fetchFresh }),
  }
}
