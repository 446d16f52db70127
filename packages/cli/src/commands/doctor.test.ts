import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CommandError } from '../terminal/connect.ts'
import { command, describeLanguageModel, describeMachine } from './doctor.ts'

let lines: string[]
beforeEach(() => {
  lines = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
})
afterEach(() => vi.restoreAllMocks())

const ACCOUNT = '123456789012'
const print = (stage: string, ...rest: string[]) =>
  command.parseAsync(['--stage', stage, '--policy', ...rest], { from: 'user' })

describe('a stage', () => {
  it.each(['production', 'staging', 'pr-7', 'pr-*', 'a', `a${'b'.repeat(30)}`])(
    'may be called %s',
    async (stage) => {
      await print(stage, '--account', ACCOUNT)
      expect(lines[0]).toMatch(/^# pauta-(production|staging|preview)-boundary$/)
    },
  )

  it.each(['', 'Production', '7a', '-a', 'a_b', 'pr-**', 'a*', `a${'b'.repeat(31)}`])(
    'may not be called %j',
    async (stage) => {
      await expect(print(stage, '--account', ACCOUNT)).rejects.toThrow(`--stage ${stage}: production`)
    },
  )
})

it.each(['12345678901', '1234567890123', '12345678901a', ''])('refuses the account %j', async (account) => {
  await expect(print('staging', '--account', account)).rejects.toThrow(CommandError)
})

it('prints the policy below its name, or as JSON', async () => {
  await print('pr-*', '--account', ACCOUNT)
  const names = lines.filter((line) => line.startsWith('# ')).map((line) => line.slice(2))
  expect(names).toEqual(['pauta-preview-boundary'])
  expect(lines[1]).toMatch(/^\{\n {2}"Version"/)
  lines = []
  await print('pr-*', '--account', ACCOUNT, '--json')
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ name: names[0] })
})

it.each([
  [{ kind: 'none' } as const, /learned; no language model is configured/],
  [{ kind: 'bedrock', model: 'modelo', region: '' } as const, /the language model modelo, without a limit/],
  [
    { kind: 'bedrock', model: 'modelo', region: '', monthlyTokens: 2_000_000 } as const,
    /the language model modelo, for at most 2,000,000 tokens a month\.$/,
  ],
])('says what names themes: %o', (model, expected) => {
  expect(describeLanguageModel(model)).toMatch(expected)
})

it('lists the checks of a machine, and the sources of names when there is one', () => {
  const checks = [{ what: 'PostgreSQL' }, { what: 'the port', problem: 'Port 8000 is taken' }]
  const lines = ['ok    PostgreSQL', 'FAIL  Port 8000 is taken']
  expect(describeMachine(checks, [])).toEqual(lines)
  expect(describeMachine(checks, ['rules'])).toEqual([
    ...lines,
    'Themes, summaries and names come from, the strongest first:',
    '      rules',
  ])
})

it('checks no account for all previews at once', async () => {
  await expect(command.parseAsync(['--stage', 'pr-*'], { from: 'user' })).rejects.toThrow('name one preview')
})
