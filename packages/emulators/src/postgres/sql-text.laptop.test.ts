import { expect, it } from 'vitest'
import {
  copiesFromClient,
  findChannelChange,
  quoteIdentifier,
  quoteLiteral,
  setsConfigOfSession,
  usesSessionLocks,
} from './sql-text.ts'

it.each([
  ['copy t from stdin', true],
  ['  COPY t (a, b)\n FROM STDIN with csv', true],
  ['select 1; copy t from stdin', true],
  ['copy t to stdout', false],
  ["select 'copy t from stdin'", false],
  ['-- copy t from stdin\nselect 1', false],
  ['select stdin from copy', false],
])('%s copies from the client: %s', (sql, expected) => expect(copiesFromClient(sql)).toBe(expected))

it.each([
  ['listen News', { kind: 'listen', channel: 'news' }],
  ['LISTEN "News""s";', { kind: 'listen', channel: 'News"s' }],
  ['unlisten news', { kind: 'unlisten', channel: 'news' }],
  ['unlisten *', { kind: 'unlisten-all' }],
  ['listen *', undefined],
  ['select 1', undefined],
])('%s is %j', (sql, expected) => expect(findChannelChange(sql)).toEqual(expected))

it.each([
  ['select pg_advisory_lock(1)', true],
  ['select pg_try_advisory_lock_shared(1)', true],
  ['select pg_advisory_unlock_all()', true],
  ['select pg_advisory_xact_lock(1)', false],
])('%s concerns locks of the session: %s', (sql, expected) => expect(usesSessionLocks(sql)).toBe(expected))

it.each([
  ["select set_config('work_mem', '5MB', false)", true],
  ["select set_config('work_mem', $1, $2)", true],
  ["select SET_CONFIG ('work_mem', concat('5', 'MB'), true)", true],
  ["select set_config('work_mem', $1, true)", false],
  ["select set_config('work_mem', '5MB', true), set_config('search_path', '', false)", true],
  ["select set_config('work_mem', '5MB', true), set_config('search_path', '', TRUE )", false],
  ["select set_config('search_path', 'a, true)', false)", true],
  ['select current_setting($1)', false],
])('%s may change settings of the session: %s', (sql, expected) =>
  expect(setsConfigOfSession(sql)).toBe(expected),
)

it('quotes identifiers and texts of clients', () => {
  expect(quoteIdentifier('a"b')).toBe('"a""b"')
  expect(quoteLiteral("it's \\")).toBe("E'it''s \\\\'")
})
