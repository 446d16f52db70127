import { createEnvironmentFile, writeEnvironmentText } from '@pauta/server/settings/environment-file'
import { environmentOption, loadEnvironment } from '../self-hosting/environment-option.ts'
import { CommandError } from '../terminal/connect.ts'
import { EXIT_INCOMPLETE } from '../terminal/exit-codes.ts'
import { makeCommand } from '../terminal/options.ts'
import { printResult } from '../terminal/output.ts'
import { stopAtSignals } from '../self-hosting/stop-at-signals.ts'
import { readVersion } from '../self-hosting/version.ts'

async function serve(): Promise<void> {
  const { serveMachine } = await import('@pauta/server/serve')
  try {
    const starting = serveMachine(await readVersion())
    // A signal during the start lets it end first: a migration is not cut.
    stopAtSignals(async () => (await starting).stop())
    await starting
  } catch (error) {
    // A supervisor starts the service again. The sentence says what to do meanwhile.
    console.error(error instanceof Error ? error.message : error)
    process.exit(EXIT_INCOMPLETE)
  }
}

const init = makeCommand('init')
  .summary('writes an environment file with fresh keys')
  .description(
    'Writes a new environment file with fresh keys and an explanation of every variable. Only its owner can read it. ' +
      'Refuses a file that exists.',
  )
  .usage('FILE [--compose]')
  .argument('<FILE>', 'path of the new file, such as /etc/pauta/pauta.env; - prints it')
  .option(
    '--compose',
    'for compose.production.yaml, whose parts have names and addresses of their own',
    false,
  )
  .action(async (file, { compose, json }) => {
    if (file === '-') {
      process.stdout.write(writeEnvironmentText(compose))
      return
    }
    await createEnvironmentFile(file, compose).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      throw new CommandError(`${file} was not written: ${reason}`)
    })
    printResult(json, { file }, [
      `${file} is written. Set what it marks as required, then: pauta serve --env ${file}`,
    ])
  })

export const command = makeCommand('serve')
  .description(
    'Runs the whole service for real in this process, until SIGTERM: on the PostgreSQL, index, mail server and issuers ' +
      'that the environment names. Refuses to start without them, and prints what is missing. Migrates the database ' +
      'before anything else. docs/self-hosting.md is its guide.',
  )
  .usage('[init FILE] [--env FILE]')
  .addOption(environmentOption())
  .addCommand(init)
  .action(async ({ env }) => {
    loadEnvironment(env)
    await serve()
  })
