import { expect, it } from 'vitest'
import { openPool } from './driver.ts'

it('gives every setting to the client', () => {
  const pool = openPool({
    host: 'banco.example',
    port: 1,
    tls: 'off',
    username: 'someone',
    password: 'secret',
    database: 'news',
    maxConnections: 3,
    connectTimeoutSeconds: 4,
    idleTimeoutSeconds: 5,
    maxLifetimeSeconds: 6,
    reconnectSeconds: 7,
    silenceMs: undefined,
    parameters: { statement_timeout: 8 },
    onStatement: () => () => undefined,
  })
  expect(pool.options).toMatchObject({
    host: ['banco.example'],
    port: [1],
    user: 'someone',
    pass: 'secret',
    database: 'news',
    ssl: false,
    max: 3,
    connect_timeout: 4,
    idle_timeout: 5,
    max_lifetime: 6,
    connection: { statement_timeout: 8 },
    fetch_types: false,
  })
  expect((pool.options as unknown as { backoff: () => number }).backoff()).toBe(7)
})
