/** Codes a caller may see in `errors[].extensions.code`. */
export type ErrorCode =
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'BAD_USER_INPUT'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'LIMIT_EXCEEDED'
  | 'RATE_LIMITED'
  | 'SERVICE_UNAVAILABLE'
  | 'WRONG_ENDPOINT'
  | 'BAD_REQUEST'
  | 'INTERNAL'

/** INTERNAL is what every other error is answered with, so that nothing of it is told. */
export type PublicErrorCode = Exclude<ErrorCode, 'INTERNAL'>

export interface PublicErrorOptions {
  /** Whether the same call may succeed later. Decided where the error is made, never read from its text. */
  retryable?: boolean
  cause?: unknown
  /** More `extensions` for the caller, such as `argument` or `retryAfterSeconds`. */
  details?: Record<string, unknown>
}

/** The one error whose message a caller may read. Its message is in Brazilian Portuguese. */
export class PublicError extends Error {
  override readonly name = 'PublicError'
  readonly code: PublicErrorCode
  readonly retryable: boolean
  readonly details: Record<string, unknown>

  constructor(code: PublicErrorCode, message: string, options: PublicErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.code = code
    this.retryable = options.retryable ?? false
    this.details = options.details ?? {}
  }
}

/** BAD_USER_INPUT that names the argument at fault. */
export function badInput(argument: string, message: string): PublicError {
  return new PublicError('BAD_USER_INPUT', `${argument}: ${message}`, { details: { argument } })
}

/** LIMIT_EXCEEDED that names the argument at fault and its bound. */
export function limitExceeded(argument: string, message: string): PublicError {
  return new PublicError('LIMIT_EXCEEDED', `${argument}: ${message}`, { details: { argument } })
}

/** What the service cannot do without. */
export type Dependency =
  | 'postgresql'
  | 'search-index'
  | 'embedding'
  | 'queue'
  | 'storage'
  | 'identity'
  | 'language-model'

/** SERVICE_UNAVAILABLE that names the dependency; always worth a retry. */
export function unavailable(dependency: Dependency, cause: unknown): PublicError {
  return new PublicError('SERVICE_UNAVAILABLE', `Serviço indisponível no momento: ${dependency}.`, {
    retryable: true,
    cause,
    details: { dependency },
  })
}

/** The text of anything thrown, for logs and stored errors. */
export function describeError(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}
