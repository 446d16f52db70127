import { describe, expect, it } from 'vitest'
import { EXIT_CODES, describeExitCodes } from './exit-codes.ts'
import { makeChoice, makeCommand, serviceUrl, wholeNumber } from './options.ts'
import { withoutControls } from './output.ts'

describe('an option', () => {
  it.each([
    ['1', 1],
    ['10', 10],
    [' 2 ', 2],
  ])('takes the whole number %j', (text, value) => {
    expect(wholeNumber('--rate', 10)(text)).toBe(value)
  })

  it.each(['0', '11', '1.5', '', ' ', 'a'])('refuses %j as a whole number', (text) => {
    expect(() => wholeNumber('--rate', 10)(text)).toThrow(
      `--rate ${text}: a whole number from 1 to 10 is expected.`,
    )
  })

  it.each([
    ['http://a.example', 'http://a.example'],
    ['HTTPS://a.example:8000/', 'https://a.example:8000'],
    ['https://a.example/graphql', 'https://a.example'],
    ['https://a.example/mcp/', 'https://a.example'],
    ['https://a.example/pauta/', 'https://a.example/pauta'],
    ['https://a.example/pauta/mcp', 'https://a.example/pauta'],
    ['https://a.example/mcp/pauta', 'https://a.example/mcp/pauta'],
    ['https://a.example/my-mcp', 'https://a.example/my-mcp'],
  ])('takes %j as an address of the service at %s', (text, base) => {
    expect(serviceUrl('--url', text)).toBe(base)
  })

  it.each(['', 'a.example', '//a.example', 'a.example:8000', 'ftp://a.example', 'file:///mcp', 'xhttp://a'])(
    'refuses %j as an address of the service',
    (text) => {
      expect(() => serviceUrl('--url', text)).toThrow(
        `--url ${text}: an address that begins with http:// or https:// is expected.`,
      )
    },
  )

  it('takes a choice in any case, and names the choices', () => {
    const option = makeChoice('--step <STEP>', 'step', ['enrich', 'Index'])
    const parse = (text: string) => option.parseArg?.(text, undefined as never)
    expect([parse('ENRICH'), parse('index')]).toEqual(['enrich', 'Index'])
    expect(() => parse('x')).toThrow('--step x: one of enrich, Index')
    expect(option.argChoices).toEqual(['enrich', 'Index'])
  })

  it('of every command are the form of the output and the folder', () => {
    const command = makeCommand('a')
    expect(command.options.map(({ flags, defaultValue }) => [flags, defaultValue])).toEqual([
      ['--json', false],
      ['--data <DIR>', '.pauta'],
    ])
  })
})

it('lists every exit code with its cases', () => {
  expect(EXIT_CODES.map(({ code }) => code)).toEqual([0, 1, 2, '128+N'])
  const lines = describeExitCodes()
  expect(lines[0]).toBe('0      The command did everything that it was asked to do.')
  expect(lines).toHaveLength(EXIT_CODES.length + EXIT_CODES.flatMap(({ cases }) => cases).length)
  expect(lines[2]).toMatch(/^ {7}- \S/)
})

it('shows a dot for each character that could change the terminal', () => {
  expect(withoutControls('a\u001b[1m\u200bb\ud800')).toBe('a·[1m·b·')
})
