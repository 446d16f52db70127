import { PublicError, unavailable } from '../errors.ts'

// SQLSTATE codes and client codes that mean "the server cannot be reached". A query never causes them.
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

/**
 * Codes of an open connection that was lost. 57P01 (the server ended the connection's process) also comes from a fault of
 * postgres 3.4.9: the first statement on the next connection fails with the error of the previous connection, without
 * being sent. Reported upstream: https://github.com/porsager/postgres/issues/1223. `readRows` and `begin` retry it.
 */
const DROPPED_CODES = new Set(['CONNECTION_CLOSED', 'CONNECTION_ENDED', 'ECONNRESET', 'EPIPE', '57P01'])

/** Whether the error carries one of the codes. */
export function hasCode(error: unknown, codes: ReadonlySet<string>): boolean {
  return error instanceof Error && 'code' in error && codes.has(String(error.code))
}

/** Whether the error means that the database cannot be reached. False for a statement that failed. */
export function isConnectionError(error: unknown): boolean {
  return hasCode(error, CONNECTION_CODES)
}

/** Whether an open connection was lost. A new connection may succeed at once. */
export function isDroppedConnection(error: unknown): boolean {
  return hasCode(error, DROPPED_CODES)
}

/** SQLSTATE codes of a reachable database that refuses writes: disk full, disk error, read-only. */
const UNWRITABLE_CODES = new Set(['53100', '58030', '25006'])

/** Whether the database refuses all writes now. False for a single wrong write. */
export function isUnwritable(error: unknown): boolean {
  return hasCode(error, UNWRITABLE_CODES)
}

/** Whether the database caused the error, not the statement: it cannot be reached or refuses writes. */
export function cannotServe(error: unknown): boolean {
  return isConnectionError(error) || isUnwritable(error)
}

/** Returns the error that callers may see: the error itself, or SERVICE_UNAVAILABLE for a database that cannot serve. */
export function findPublicError(error: unknown): PublicError | undefined {
  if (error instanceof PublicError) return error
  return cannotServe(error) ? unavailable('postgresql', error) : undefined
}
