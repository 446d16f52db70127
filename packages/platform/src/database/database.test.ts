import { describe, expect, it } from 'vitest'
import { startStatementServer } from '../../../../test/kit/services/statement-server.ts'
import { connectDatabase, dropDatabase, ensureDatabase, useDatabase, type DbPool } from './database.ts'

// Nothing listens there, and no statement is sent: a pool connects with its first statement.
const config = {
  host: '127.0.0.1',
  port: 1,
  username: 'x',
  password: 'x',
  database: 'x',
  tls: 'off',
} as const

it('a pool has one connection and a short limit of statements, where its caller wants no others', () => {
  const { options } = connectDatabase(config)
  expect(options).toMatchObject({
    max: 1,
    connect_timeout: 5,
    idle_timeout: 300,
    max_lifetime: 600,
    connection: { application_name: 'pauta', statement_timeout: 10_000, jit: 'off' },
  })
  expect((options as unknown as { backoff: () => number }).backoff()).toBe(0.01)
  expect(connectDatabase(config, { maxConnections: 2, statementTimeoutMs: 0 }).options).toMatchObject({
    max: 2,
    connection: { statement_timeout: 0 },
  })
})

describe('useDatabase', () => {
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

describe('a database', () => {
  const news = { host: '127.0.0.1', username: 'pauta', password: 'x', database: 'news', tls: 'off' } as const

  it.each([
    ['is made in the maintenance database', ['postgres'], ['pauta@postgres: create database "news"']],
    ['that exists is not made', ['postgres', 'news'], ['pauta@news: select 1']],
  ])('%s', async (_, databases, statements) => {
    await using server = await startStatementServer(databases)
    await ensureDatabase({ ...news, port: server.port })
    expect(server.statements).toEqual(statements)
  })

  it('is not made where its server refuses the login', async () => {
    await using server = await startStatementServer(['postgres'], '28P01')
    await expect(ensureDatabase({ ...news, port: server.port })).rejects.toMatchObject({ code: '28P01' })
    expect(server.statements).toEqual([])
  })

  it('is dropped in the maintenance database, also while others use it', async () => {
    await using server = await startStatementServer(['postgres', 'news'])
    await dropDatabase({ ...news, port: server.port })
    expect(server.statements).toEqual(['pauta@postgres: drop database if exists "news" with (force)'])
  })
})
