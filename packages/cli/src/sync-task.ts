import { CommanderError } from '@commander-js/extra-typings'
import { command } from './commands/sync-typesense.ts'
import { EXIT_OK, EXIT_USAGE } from './terminal/exit-codes.ts'
import { printFailure } from './terminal/failures.ts'

// The program of the sync task: one command, so that its image contains nothing of the others.
try {
  await command.exitOverride().parseAsync(process.argv.slice(2), { from: 'user' })
} catch (error) {
  if (!(error instanceof CommanderError)) process.exitCode = printFailure(error)
  else process.exitCode = error.code === 'commander.helpDisplayed' ? EXIT_OK : EXIT_USAGE
}
