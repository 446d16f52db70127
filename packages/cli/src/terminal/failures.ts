import { isConnectionError, isUnwritable } from '@pauta/platform/database/connection-errors'
import { describeError, PublicError } from '@pauta/platform/errors'
import { EXIT_INCOMPLETE, EXIT_USAGE } from './exit-codes.ts'
import { CommandError, getDatabasePlace } from './connect.ts'

/** Returns what to do when the database refuses writes; undefined for other errors. */
function explainUnwritable(error: unknown): string | undefined {
  if (!isUnwritable(error) || !(error instanceof Error) || !('code' in error)) return undefined
  return (
    `DATABASE_NOT_WRITABLE: PostgreSQL ${getDatabasePlace()} takes no write (${String(error.code)}: ${error.message}). ` +
    'Free space on its disk, or make it writable, and run the command again: what was written before is kept.'
  )
}

/** Returns what to do when the disk of the queues of a machine is full; undefined for other errors. */
function explainFullQueues(error: unknown): string | undefined {
  // The queues of a machine are a file of SQLite, whose error they pass on.
  if (!(error instanceof Error) || !error.message.includes('database or disk is full')) return undefined
  return (
    'QUEUES_NOT_WRITABLE: the queues take no message, because the disk of the data folder is full. Free space on it, ' +
    'and run the command again: what was accepted before is kept.'
  )
}

/** Returns what to do when a server does not answer; undefined for other errors. */
function explainUnreachable(error: unknown): string | undefined {
  if (!isConnectionError(error) || !(error instanceof Error) || !('code' in error)) return undefined
  // A name with several addresses has an error for each, and no message of its own.
  const reason = error.message || String(error.code)
  return `SERVER_UNREACHABLE: a server that the command needs does not answer (${reason}). Start it, and run the command again.`
}

/** Prints an error on standard error, with a stack trace only for unexpected errors. Returns the exit code. */
export function printFailure(error: unknown): number {
  const isForPeople = error instanceof CommandError || error instanceof PublicError
  const explain = () => explainUnwritable(error) ?? explainFullQueues(error) ?? explainUnreachable(error)
  console.error(isForPeople ? error.message : (explain() ?? error))
  if (error instanceof PublicError && error.cause) console.error(`Cause: ${describeError(error.cause)}`)
  if (error instanceof CommandError) return error.exitCode
  return error instanceof PublicError && error.code === 'BAD_USER_INPUT' ? EXIT_USAGE : EXIT_INCOMPLETE
}
