import { expect, it } from 'vitest'
import { QUERY_MAX_CHARACTERS } from '../limits/limits.ts'
import { openPersistedQueries } from './persisted-queries.ts'

const countKept = async (queries: ReturnType<typeof openPersistedQueries>, keys: readonly string[]) =>
  (await Promise.all(keys.map((key) => queries.get(key)))).filter((text) => text !== undefined).length

it('stores the thousand most recently used queries', async () => {
  const queries = openPersistedQueries()
  const keys = Array.from({ length: 1000 }, (_, i) => `hash${i}`)
  for (const key of keys) await queries.set(key, '{ ping }')
  await queries.get('hash0')
  await queries.set('one more', '{ ping }')
  expect(await queries.get('hash0')).toBe('{ ping }')
  expect(await queries.get('hash1')).toBeUndefined()
  expect(await countKept(queries, keys)).toBe(999)
})

it('stores at most four million characters', async () => {
  const queries = openPersistedQueries()
  const keys = Array.from({ length: 300 }, (_, i) => `hash${i}`)
  for (const key of keys) await queries.set(key, 'x'.repeat(QUERY_MAX_CHARACTERS))
  expect(await countKept(queries, keys)).toBe(Math.floor(4_000_000 / QUERY_MAX_CHARACTERS))
})
