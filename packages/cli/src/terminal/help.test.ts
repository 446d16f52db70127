import { Command, InvalidArgumentError } from '@commander-js/extra-typings'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { prepareHelp } from './help.ts'

afterEach(() => vi.restoreAllMocks())

/** A description of 99 characters, which is one line of a help of 110. */
const LONG = `what it is for${', and more'.repeat(8)}, end.`

/** The real names of commands decide how they are called. */
function makePeople() {
  const erase = new Command('erase')
    .description(LONG)
    .argument('<ID>')
    .usage('ID --reason TEXT')
    .requiredOption('--reason <TEXT>', 'why')
    .option('--json', 'as JSON', false)
    .option('--data <DIR>', 'folder')
    .option('--limit <N>', 'most rows', (text) => {
      if (!/^\d+$/.test(text)) throw new InvalidArgumentError('No number.')
      return text
    })
    .action(() => undefined)
  const people = new Command('people').description(LONG).addCommand(erase)
  prepareHelp(new Command('pauta').addCommand(people))
  return { people, erase }
}

describe('help', () => {
  it('shows the options that most commands have after those of the command, in one order', () => {
    const command = new Command('list')
      .option('--data <DIR>', 'folder')
      .option('--since <DAY>', 'first day')
      .option('--json', 'as JSON')
      .option('--limit <N>', 'most rows')
    const pauta = new Command('pauta').addCommand(command)
    prepareHelp(pauta)
    const shown = [...command.helpInformation().matchAll(/^ +(?:-h, )?(--\w+)/gm)].map(([, option]) => option)
    expect(shown).toEqual(['--since', '--limit', '--json', '--data', '--help'])
  })

  it.each([
    ['list', ['Usage: npm run list --', '       (`npx pauta list` is the same command.)']],
    ['token', ['Usage: npm run -s token --', '       (`npx pauta token` is the same command.)']],
    ['start', ['Usage: npm start --', '       (`npx pauta start` is the same command.)']],
    ['complete', ['Usage: npx pauta complete']],
    ['help', ['Usage: npx pauta help']],
  ])('names both ways to call %s, or the only one', (name, usage) => {
    const command = new Command(name)
    prepareHelp(new Command('pauta').addCommand(command))
    expect(command.helpInformation().split('\n\n')[0]?.split('\n')).toEqual(usage)
  })

  it('of a command has its usage and its options, of a flag without a default', () => {
    expect(makePeople().erase.helpInformation().split('\n')).toEqual([
      'Usage: npm run -s people -- erase ID --reason TEXT [--json] [--data DIR]',
      '       (`npx pauta people erase` is the same command.)',
      '',
      LONG,
      '',
      'Options:',
      '  --reason <TEXT>  why',
      '  --limit <N>      most rows',
      '  --json           as JSON',
      '  --data <DIR>     folder',
      '  -h, --help       prints this text',
      '',
    ])
  })

  it('of a group has the usage of each command, and their names', () => {
    const help = makePeople().people.helpInformation()
    expect(help).toContain('Usage: npm run -s people -- erase ID --reason TEXT [--json] [--data DIR]\n')
    expect(help).toMatch(/^ {2}erase {2}/m)
  })
})

/** Returns what a call prints, and the code of its error. */
function call(...args: string[]) {
  const printed = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const)
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      printed[stream] += String(text)
      return true
    })
  try {
    makePeople().people.parse(args, { from: 'user' })
  } catch (error) {
    return { ...printed, code: (error as { code: string }).code }
  }
  return printed
}

describe('a call with a mistake', () => {
  const REASON = ['--reason', 'x']
  it.each([
    ['commander.unknownOption', ['1', ...REASON, '--foo']],
    ['commander.optionMissingArgument', ['1', '--reason']],
    ['commander.invalidArgument', ['1', ...REASON, '--limit', 'x']],
    ['commander.missingMandatoryOptionValue', ['1']],
    ['commander.missingArgument', REASON],
    ['commander.excessArguments', ['1', '2', ...REASON]],
  ])('%s prints the usage alone', (code, args) => {
    const printed = call('erase', ...args)
    expect(printed).toMatchObject({ code, stdout: '' })
    expect(printed.stderr.split('\n').slice(1)).toEqual([
      '',
      'Usage: npm run -s people -- erase ID --reason TEXT [--json] [--data DIR]',
      'More: npx pauta people erase --help',
      '',
    ])
  })

  it('without a command prints the whole help of the group, in lines as long as those of a help that was asked for', () => {
    const { stdout, ...others } = call()
    expect(others).toEqual({ code: 'commander.help', stderr: '' })
    expect(stdout.split('\n')).toEqual([
      'Usage: npm run -s people -- erase ID --reason TEXT [--json] [--data DIR]',
      '       (`npx pauta people` is the same command.)',
      '',
      LONG,
      '',
      'Options:',
      '  -h, --help  prints this text',
      '',
      'Commands:',
      // Lines have at most 110 characters.
      `  erase       ${LONG.replace(' end.', '')}`,
      '              end.',
      '',
    ])
  })
})
