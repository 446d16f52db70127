import { Command } from '@commander-js/extra-typings'
import { expect, it } from 'vitest'
import { prepareHelp } from './help.ts'

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
