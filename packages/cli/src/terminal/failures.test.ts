import { PublicError } from '@pauta/platform/errors'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CommandError } from './connect.ts'
import { printFailure } from './failures.ts'

let printed: unknown[]
beforeEach(() => {
  printed = []
  vi.spyOn(console, 'error').mockImplementation((one: unknown) => void printed.push(one))
})
afterEach(() => vi.restoreAllMocks())

const unwritable = Object.assign(new Error('disk full'), { code: '53100' })
const unexpected = new Error('odd')

it.each<[string, unknown, number, unknown[]]>([
  ['of the user', new CommandError('--rate 0'), 2, ['--rate 0']],
  ['of the user, with a cause', new CommandError('--rate 0', { cause: new Error('c') }), 2, ['--rate 0']],
  ['of a command that failed', new CommandError('no backup', { exitCode: 1 }), 1, ['no backup']],
  ['of an argument', new PublicError('BAD_USER_INPUT', 'm'), 2, ['m']],
  ['of the service', new PublicError('SERVICE_UNAVAILABLE', 'm'), 1, ['m']],
  [
    'with a cause',
    new PublicError('SERVICE_UNAVAILABLE', 'm', { cause: new Error('c') }),
    1,
    ['m', 'Cause: Error: c'],
  ],
  [
    'of queues on a full disk',
    new Error('database or disk is full'),
    1,
    [
      expect.stringMatching(
        /^QUEUES_NOT_WRITABLE: .*the disk of the data folder is full.*run the command again/,
      ),
    ],
  ],
  ['that nobody expected', unexpected, 1, [unexpected]],
])('an error %s', (_, error, code, lines) => {
  expect(printFailure(error)).toBe(code)
  expect(printed).toEqual(lines)
})

it('a database that takes no write is named, with what to do', () => {
  expect(printFailure(unwritable)).toBe(1)
  expect(printed).toEqual([
    expect.stringMatching(/^DATABASE_NOT_WRITABLE: .*53100: disk full\).*run the command again/),
  ])
})

it.each([
  ['CONNECT_TIMEOUT', 'write CONNECT_TIMEOUT 127.0.0.1:5432'],
  ['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:5432'],
])('a server that does not answer is named without a stack trace: %s', (code, message) => {
  expect(printFailure(Object.assign(new Error(message), { code }))).toBe(1)
  expect(printed).toEqual([
    `SERVER_UNREACHABLE: a server that the command needs does not answer (${message}). Start it, and run the command again.`,
  ])
})

it('a server without a message is named by its code', () => {
  printFailure(Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }))
  expect(printed).toEqual([expect.stringContaining('does not answer (ECONNREFUSED)')])
})
