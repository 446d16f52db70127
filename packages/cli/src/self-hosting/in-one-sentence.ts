import { RestoreRefused } from '@pauta/server/backups/restore-refused'
import { CommandError } from '../terminal/connect.ts'
import { EXIT_INCOMPLETE, EXIT_USAGE } from '../terminal/exit-codes.ts'

/** Does the work. Its errors are sentences for the operator, so they are shown without a stack trace. */
export async function inOneSentence<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const exitCode = error instanceof RestoreRefused ? EXIT_USAGE : EXIT_INCOMPLETE
    throw new CommandError(error instanceof Error ? error.message : String(error), { exitCode, cause: error })
  }
}
