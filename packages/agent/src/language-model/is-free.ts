/** The errors of the client that are no answer with costs: a refusal, and a service that cannot be reached. */
const REFUSALS = new Set(['AI_APICallError', 'AI_RetryError'])

/**
 * Whether a failed turn of a model has certainly cost nothing: the service refused it, or could not be reached. After a
 * time-out or half an answer, services charge for what they have read and written.
 */
export function isFree(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  if (!(cause instanceof Error) || !REFUSALS.has(cause.name)) return false
  const status = 'statusCode' in cause ? cause.statusCode : undefined
  return typeof status !== 'number' || status >= 400
}
