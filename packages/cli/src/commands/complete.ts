import { fileURLToPath } from 'node:url'
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import tab, { script } from '@bomb.sh/tab'
import tabOfCommander from '@bomb.sh/tab/commander'
import { addParameters } from './job.ts'

const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const
const PROGRAM = fileURLToPath(new URL('../../bin/pauta.js', import.meta.url))
/** Options whose value is a file or a folder. */
const FILE_OPTIONS = new Set(['--data'])
/** Commands whose arguments are files. */
const FILE_COMMANDS = /^(import-news|entities import) /
/** Answer that makes the shell complete file names. */
const COMPLETE_FILES = ':0'

/** Whether the last word is a file name. */
function isFile(words: readonly string[]): boolean {
  const [current = '', previous = ''] = words.toReversed()
  if (FILE_OPTIONS.has(previous)) return true
  return FILE_COMMANDS.test(words.join(' ')) && !current.startsWith('-')
}

/** Makes the summary of each command its description. A completion with several lines would break the protocol. */
function shortenDescriptions(command: CommandUnknownOpts): void {
  if (command.summary() !== '') command.description(command.summary())
  for (const child of command.commands) shortenDescriptions(child)
}

/** Prints the completions of the last word, one a line, and then what the shell does with them. */
function completeWords(words: readonly string[], program: CommandUnknownOpts): void {
  if (isFile(words)) {
    console.log(COMPLETE_FILES)
    return
  }
  // The library adds a command `complete` of its own, so this tree leaves ours out.
  const tree = new Command(program.name())
  for (const child of program.commands) if (child.name() !== 'complete') tree.addCommand(child)
  const [name, ...rest] = words
  const jobCommand = tree.commands.find((child) => child.name() === 'job')
  if (name === 'job' && rest.length > 1 && jobCommand) addParameters(jobCommand, rest[0] ?? '')
  shortenDescriptions(tree)
  tabOfCommander(tree as unknown as Parameters<typeof tabOfCommander>[0])
  tab.parse([...words])
}

/** Prints the script of a shell. */
function printScript(shell: string): void {
  // The library's script declares constants, which a shell takes once.
  if (shell === 'bash') console.log('if ! declare -F __pauta_complete > /dev/null; then')
  script(shell, 'pauta', PROGRAM)
  if (shell === 'bash') console.log('fi')
  // The library's script turns file names off where they do not fit, but bash never turns them on by itself.
  if (shell === 'bash') console.log('complete -o default -F __pauta_complete pauta')
}

export const command = new Command('complete')
  .description(
    'Prints a script that completes commands, options, names of jobs and their parameters in a shell. For bash:\n\n' +
      '  alias pauta="npx pauta"\n  source <(npx pauta complete bash)',
  )
  .usage(SHELLS.join(' | '))
  .argument('<SHELL...>', `one of ${SHELLS.join(', ')}`)
  .action((words, _options, self) => {
    // The scripts ask for completions with `complete -- WORDS`.
    if (process.argv[3] === '--' && self.parent) {
      completeWords(words, self.parent)
      return
    }
    const shell = SHELLS.find((name) => name === words[0])
    if (shell === undefined || words.length !== 1) {
      self.error(`error: the shell is one of ${SHELLS.join(', ')}`)
      return
    }
    printScript(shell)
  })
