/** Codes that a caller may see in `errors[].extensions.code`. */
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

/** Codes of a PublicError. Every other error becomes INTERNAL, so that callers learn no internal detail. */
export type PublicErrorCode = Exclude<ErrorCode, 'INTERNAL'>

export interface PublicErrorOptions {
  /** Whether the same call may succeed later. The code that creates the error decides this, never its text. */
  retryable?: boolean
  cause?: unknown
  /** More `extensions` for the caller, such as `argument` or `retryAfterSeconds`. */
  details?: Record<string, unknown>
}

/** The only error whose message callers may read. Messages are in Brazilian Portuguese. */
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

/** Returns a BAD_USER_INPUT error that names the argument at fault. */
export function badInput(argument: string, message: string): PublicError {
  return new PublicError('BAD_USER_INPUT', `${argument}: ${message}`, { details: { argument } })
}

/** Returns a LIMIT_EXCEEDED error that names the argument at fault; `message` contains the limit. */
export function limitExceeded(argument: string, message: string): PublicError {
  return new PublicError('LIMIT_EXCEEDED', `${argument}: ${message}`, { details: { argument } })
}

/** Services that the product depends on. */
export type Dependency =
  | 'postgresql'
  | 'search-index'
  | 'embedding'
  | 'queue'
  | 'storage'
  | 'identity'
  | 'language-model'

/** Returns a SERVICE_UNAVAILABLE error that names the dependency. Always retryable. */
export function unavailable(dependency: Dependency, cause: unknown): PublicError {
  return new PublicError('SERVICE_UNAVAILABLE', `Serviço indisponível no momento: ${dependency}.`, {
    retryable: true,
    cause,
    details: { dependency },
  })
}

/**
 * Thrown by a job whose failure is foreseen and has a kind, such as a news site that refuses. Its run counts as failed
 * and is tried again as after any error. The log gets a warning without a stack in place of an error, at most three times
 * in 15 minutes.
 */
export class ExpectedFailure extends Error {
  override readonly name: string = 'ExpectedFailure'
}

/** Returns `name: message` of an error, or the text of any other thrown value, for logs and stored errors. */
export function describeError(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}
