import { Help, type CommandUnknownOpts, type Option } from '@commander-js/extra-typings'
import type { CommanderError } from 'commander'

/** Width of help in characters. A fixed width keeps docs/commands.md the same on every machine. */
const HELP_WIDTH = 110

/** Errors in options and arguments. Their usage goes to standard error, like their message. */
const OPTION_ERRORS = new Set([
  'commander.unknownOption',
  'commander.optionMissingArgument',
  'commander.invalidArgument',
  'commander.missingMandatoryOptionValue',
  'commander.missingArgument',
  'commander.excessArguments',
])

/** Usage that commander computes for a command without arguments of its own. */
const NO_USAGE = '[options]'
/** Options that most commands have. The help shows them after the command's own. */
const SHARED_OPTIONS = ['--json', '--data', '--help']

const commanderHelp = new Help()

/** Names from the root to the command: `['pauta', 'catalogue', 'add', 'theme']`. */
export function listNames(command: CommandUnknownOpts): string[] {
  return [...(command.parent ? listNames(command.parent) : []), command.name()]
}

/** Commands whose output is read by programs. `npm run -s` prints no line of its own before it. */
const SILENT = new Set(['token', 'people'])
/** Commands that have no npm script. */
const WITHOUT_SCRIPT = new Set(['pauta', 'complete', 'help'])

function describeCall(command: CommandUnknownOpts): string {
  const [, name = 'pauta', ...rest] = listNames(command)
  if (WITHOUT_SCRIPT.has(name)) return ['npx pauta', ...listNames(command).slice(1)].join(' ')
  if (name === 'start') return 'npm start --'
  return [`npm run ${SILENT.has(name) ? '-s ' : ''}${name} --`, ...rest].join(' ')
}

function listUsages(command: CommandUnknownOpts): string[] {
  if (command.commands.length > 0 && command.parent) return command.commands.flatMap(listUsages)
  const shared = command.options
    .map((option) => ({ '--json': '[--json]', '--data': '[--data DIR]' })[option.long ?? ''])
    .filter((text) => text !== undefined)
  const usage = command.usage() === NO_USAGE ? '' : command.usage()
  return [[describeCall(command), usage, ...shared].filter((part) => part !== '').join(' ')]
}

/** The lines after `Usage:`. A group of commands lists the usage of each. */
function describeUsage(command: CommandUnknownOpts): string {
  const [, name = ''] = listNames(command)
  const same =
    name === '' || WITHOUT_SCRIPT.has(name)
      ? []
      : [`(\`npx pauta ${listNames(command).slice(1).join(' ')}\` is the same command.)`]
  return [...listUsages(command), ...same].join('\n       ')
}

/** The options of a command in the order of the help. */
function listOptions(command: CommandUnknownOpts): Option[] {
  const rank = ({ long }: Option) => SHARED_OPTIONS.indexOf(long ?? '')
  return commanderHelp.visibleOptions(command).sort((a, b) => rank(a) - rank(b))
}

/** Without the default of a flag, which is always off. */
function describeOption(option: Option): string {
  return option.isBoolean() ? option.description : commanderHelp.optionDescription(option)
}

/**
 * Prints how the command is used after a person used it wrongly. After a wrong option only its usage, so that the error
 * stays in sight; for a missing or unknown command the whole help, whose list one needs.
 */
function writeUsage(command: CommandUnknownOpts, { code }: CommanderError): void {
  const names = listNames(command).slice(1).join(' ')
  const short = `\nUsage: ${listUsages(command).join('\n       ')}\nMore: npx pauta ${names} --help\n`
  if (OPTION_ERRORS.has(code)) process.stderr.write(short)
  else if (process.argv.includes('--json')) process.stderr.write(`\n${command.helpInformation()}`)
  else process.stdout.write(command.helpInformation())
}

/**
 * Gives a command and all commands below it the same help. Wrong use prints a message on standard error and the usage,
 * and then throws the CommanderError instead of ending the process.
 */
export function prepareHelp(command: CommandUnknownOpts): void {
  command
    .helpCommand(false)
    .helpOption('-h, --help', 'prints this text')
    .configureHelp({
      commandUsage: describeUsage,
      optionDescription: describeOption,
      subcommandTerm: (child) => child.name(),
      visibleOptions: listOptions,
    })
    .configureOutput({
      getOutHelpWidth: () => HELP_WIDTH,
      getErrHelpWidth: () => HELP_WIDTH,
      // commander writes the help here when a subcommand is missing, and messages through outputError.
      writeErr: (text) => process.stdout.write(text),
      outputError: (text) => process.stderr.write(text),
    })
    .exitOverride((error) => {
      if (!error.code.startsWith('commander.help')) writeUsage(command, error)
      throw error
    })
  for (const child of command.commands) prepareHelp(child)
}
