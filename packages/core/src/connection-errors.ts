// SQLSTATE classes and client codes that say "the server or the way to it is not there", none of which a query causes.
const CONNECTION_CODES = new Set([
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08000',
  '08003',
  '08006',
])

const DROPPED_CODES = new Set(['CONNECTION_CLOSED', 'CONNECTION_ENDED', 'ECONNRESET', 'EPIPE', '57P01'])

/** Whether the error carries one of the codes. */
export function hasCode(error: unknown, codes: ReadonlySet<string>): boolean {
  return error instanceof Error && 'code' in error && codes.has(String(error.code))
}

/** Whether the error says that the database cannot be reached, as against a statement that failed. */
export function isConnectionError(error: unknown): boolean {
  return hasCode(error, CONNECTION_CODES)
}

/** Whether a connection that was there is gone: another one may well be had at once. */
export function isDroppedConnection(error: unknown): boolean {
  return hasCode(error, DROPPED_CODES)
}
