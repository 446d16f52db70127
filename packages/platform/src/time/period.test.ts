import { expect, it } from 'vitest'
import { localDaysOf } from './period.ts'

const at = (text: string | undefined) => (text === undefined ? undefined : new Date(text))

// A day begins at 03:00 in UTC.
it.each<[string | undefined, string | undefined, string, string, boolean]>([
  [undefined, undefined, '0001-01-01', '9999-12-31', true],
  ['2026-06-01T03:00:00Z', '2026-06-02T03:00:00Z', '2026-06-01', '2026-06-01', true],
  ['2026-06-01T03:00:00.001Z', '2026-06-02T03:00:00Z', '2026-06-01', '2026-06-01', false],
  ['2026-06-01T02:59:59.999Z', '2026-06-02T03:00:00Z', '2026-05-31', '2026-06-01', false],
  ['2026-06-01T03:00:00Z', '2026-06-02T02:59:59.999Z', '2026-06-01', '2026-06-01', false],
  ['2026-06-01T03:00:00Z', '2026-06-02T03:00:00.001Z', '2026-06-01', '2026-06-02', false],
  ['2026-06-01T03:00:00Z', undefined, '2026-06-01', '9999-12-31', true],
  [undefined, '2026-06-02T03:00:00Z', '0001-01-01', '2026-06-01', true],
  [undefined, '2026-06-02T04:00:00Z', '0001-01-01', '2026-06-02', false],
])('the days from %s to %s are %s to %s, whole: %s', (from, to, first, last, whole) => {
  expect(localDaysOf({ from: at(from), to: at(to) })).toEqual({ first, last, whole })
})
