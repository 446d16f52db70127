import { expect, it } from 'vitest'
import { describeModel } from './understanding.ts'

const now = new Date('2026-06-01T02:59:59Z')
const model = (monthlyTokens: number) =>
  ({ kind: 'bedrock', model: 'modelo', region: '', monthlyTokens }) as const

it.each([
  ['off', { kind: 'none' } as const, 0, 'off: none is configured, built-in answers stand'],
  ['without a limit', model(0), 1234, 'modelo, without a limit: 1,234 tokens in 2026-05'],
  ['before its first call', model(2000), 0, 'modelo, with 2,000 of the 2,000 tokens of 2026-05 left'],
  ['with one token left', model(2000), 1999, 'modelo, with 1 of the 2,000 tokens of 2026-05 left'],
  ['spent', model(2000), 2000, 'modelo, but the 2,000 tokens of 2026-05 are spent: built-in answers stand'],
  [
    'exceeded',
    model(2000),
    2100,
    'modelo, but the 2,000 tokens of 2026-05 are spent: built-in answers stand',
  ],
])('describes a language model that is %s', (_, configured, spent, line) => {
  expect(describeModel(configured, { spent, now })).toBe(line)
})
