import { describe, expect, it } from 'vitest'
import { useDatabase, type DbPool } from './database.ts'

describe('useDatabase', () => {
  // Nothing listens there, and no statement is sent: a pool connects with its first statement.
  const config = {
    host: '127.0.0.1',
    port: 1,
    username: 'x',
    password: 'x',
    database: 'x',
    tls: 'off',
  } as const

  it.each([
    ['succeeds', () => Promise.resolve('done')],
    ['fails', () => Promise.reject(new Error('not done'))],
  ])('closes the connections of work that %s', async (_, end) => {
    const used: DbPool[] = []
    const running = useDatabase(config, {}, (db) => {
      used.push(db)
      return end()
    })
    expect(await running.catch((error: Error) => error.message)).toMatch(/done$/)
    await expect(Promise.all(used.map((db) => db`select 1`))).rejects.toMatchObject({
      code: 'CONNECTION_ENDED',
    })
  })
})
