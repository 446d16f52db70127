// `npm run write-commands`: writes the help of every command into docs/commands.md, below the part written by hand.
import { readFile, writeFile } from 'node:fs/promises'
import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { COMMANDS } from './commands.ts'
import { describeExitCodes } from './terminal/exit-codes.ts'
import { makeProgram } from './program.ts'
import { listNames } from './terminal/help.ts'

const FILE = new URL('../../../docs/commands.md', import.meta.url)
const BEGIN =
  '<!-- reference: `npm run write-commands` writes the text from here to the end of the reference -->'
const END = '<!-- end of the reference -->'

const listLeaves = (command: CommandUnknownOpts): CommandUnknownOpts[] =>
  command.commands.length > 0 ? command.commands.flatMap(listLeaves) : [command]

const asBlock = (text: string): string => `\`\`\`text\n${text.trimEnd()}\n\`\`\``

function describeCommand(command: CommandUnknownOpts): string {
  const leaves = listLeaves(command)
  const blocks = leaves.map((leaf) => {
    const title = leaf === command ? [] : [`#### ${listNames(leaf).slice(1).join(' ')}`]
    return [...title, asBlock(leaf.helpInformation())].join('\n\n')
  })
  return [`### ${command.name()}`, ...blocks].join('\n\n')
}

/** Returns the reference: every command's help and the exit codes, between its two markers. */
async function makeReference(): Promise<string> {
  const program = await makeProgram(new Set(COMMANDS.map(({ name }) => name)))
  const commands = program.commands.filter((command) => command.name() !== 'help')
  return [
    BEGIN,
    '## Reference',
    'This text is the help of the commands. `npx pauta help COMMAND` prints it.',
    asBlock(program.helpInformation()),
    '### Exit codes',
    asBlock(describeExitCodes().join('\n')),
    ...commands.map(describeCommand),
    END,
  ].join('\n\n')
}

/** Returns docs/commands.md with a current reference. Text outside of the markers stays as it is. */
export async function renderCommandsDocument(document: string): Promise<string> {
  const [head = '', rest = ''] = document.split(BEGIN)
  const tail = (rest.split(END)[1] ?? '').trimStart()
  return `${head.trimEnd()}\n\n${await makeReference()}\n${tail === '' ? '' : `\n${tail}`}`
}

if (process.argv[1] === import.meta.filename) {
  await writeFile(FILE, await renderCommandsDocument(await readFile(FILE, 'utf8')))
}
