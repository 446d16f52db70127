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

/** SQLSTATE of a database that is there and takes no write: its disk is full, its disk is broken, it is read-only. */
const UNWRITABLE_CODES = new Set(['53100', '58030', '25006'])

/** Whether the database takes no write now, as against a write that is wrong. */
export function isUnwritable(error: unknown): boolean {
  return hasCode(error, UNWRITABLE_CODES)
}

/** Whether the cause is the database and not the statement: it cannot be reached or takes no write. */
export function cannotServe(error: unknown): boolean {
  return isConnectionError(error) || isUnwritable(error)
}
