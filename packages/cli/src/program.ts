import { Command, CommanderError } from '@commander-js/extra-typings'
import { COMMANDS } from './commands.ts'
import { describeExitCodes, EXIT_OK, EXIT_USAGE } from './terminal/exit-codes.ts'
import { readVersion } from './self-hosting/version.ts'
import { printFailure } from './terminal/failures.ts'
import { prepareHelp } from './terminal/help.ts'

const DESCRIPTION =
  'Operates Pauta: the stack that runs on a data folder of this machine, or a deployed stage inside `sst shell`.'

/**
 * Returns `pauta` with its commands. Only the commands in `wanted` are complete; the others have a name and a summary,
 * so that one command does not load the packages of all.
 */
export async function makeProgram(wanted: ReadonlySet<string>): Promise<Command> {
  const program = new Command('pauta').description(DESCRIPTION).usage('COMMAND')
  for (const { name, group, summary, load } of COMMANDS) {
    const command = wanted.has(name) ? (await load()).command : new Command(name)
    program.addCommand(command.summary(summary).helpGroup(`${group}:`))
  }
  // `runProgram` answers it before any command is loaded.
  program.option('-V, --version', 'prints the version')
  program
    .command('help')
    .helpGroup('This program:')
    .summary('prints the help of a command; `help exit-codes` lists the exit codes')
  prepareHelp(program)
  return program
}

/** `help articles take-down` asks for the same as `articles take-down --help`. */
function withoutHelpCommand(argv: readonly string[]): readonly string[] {
  return argv[0] === 'help' ? [...argv.slice(1), '--help'] : argv
}

/**
 * Names of the commands whose options the arguments need. The completion of a first word needs none, and that of a later
 * word those of its command alone: a shell waits for it at each Tab.
 */
function listWanted([name = '--help', marker, first = '', ...rest]: readonly string[]): string[] {
  return name === 'complete' && marker === '--' && rest.length > 0 ? [name, first] : [name]
}

/** Runs the command in the arguments and sets `process.exitCode`. */
export async function runProgram(argv: readonly string[]): Promise<void> {
  if (argv[0] === 'help' && argv[1] === 'exit-codes') {
    for (const line of describeExitCodes()) console.log(line)
    return
  }
  if (argv[0] === '--version' || argv[0] === '-V') {
    console.log(await readVersion())
    return
  }
  const args = withoutHelpCommand(argv)
  try {
    const program = await makeProgram(new Set(listWanted(args)))
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) process.exitCode = printFailure(error)
    else process.exitCode = error.code === 'commander.helpDisplayed' ? EXIT_OK : EXIT_USAGE
  }
}
