import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { isUnwritable } from '@pauta/platform/database/connection-errors'
import { describeError, PublicError } from '@pauta/platform/errors'
import { CommandError, getDatabasePlace } from './connect.ts'

export const EXIT_OK = 0
export const EXIT_INCOMPLETE = 1
export const EXIT_USAGE = 2

/** Reads a command's arguments. Throws a CommandError with the usage when they do not fit. */
export function readArguments<const Options extends ParseArgsOptionsConfig>(usage: string, options: Options) {
  try {
    return parseArgs({ options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}

/** What to do where the database takes no write; undefined for other errors. */
function explainUnwritable(error: unknown): string | undefined {
  if (!isUnwritable(error) || !(error instanceof Error) || !('code' in error)) return undefined
  return (
    `DATABASE_NOT_WRITABLE: PostgreSQL ${getDatabasePlace()} takes no write (${String(error.code)}: ${error.message}). ` +
    'Free space on its disk, or make it writable, and run the command again: what was written before is kept.'
  )
}

/** Runs a command, shows what went wrong in words, and sets the exit code. */
export async function runCommand(main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main()
  } catch (error) {
    const forPeople = error instanceof CommandError || error instanceof PublicError
    console.error(forPeople ? error.message : (explainUnwritable(error) ?? error))
    if (error instanceof PublicError && error.cause) console.error(`Cause: ${describeError(error.cause)}`)
    const isUsage =
      error instanceof CommandError || (error instanceof PublicError && error.code === 'BAD_USER_INPUT')
    process.exitCode = isUsage ? EXIT_USAGE : EXIT_INCOMPLETE
  }
}
