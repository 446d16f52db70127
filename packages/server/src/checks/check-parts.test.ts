import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DbPool } from '@pauta/platform/database/database'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { closeServer, listenLocally } from '../local-server.ts'
import { findClosedPort } from '../../../../test/kit/services/closed-port.ts'
import {
  describeDatabase,
  describeIndex,
  describeMailServer,
  describeStorage,
  describeVector,
} from './check-parts.ts'
import { explainAddress } from './explain-address.ts'
import { measureMachine } from '../metrics/measures.ts'
import { listMachineTroubles } from '../operator-mail/troubles.ts'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  vi.unstubAllEnvs()
  for (const stop of stops.splice(0)) await stop()
})

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => new Promise((resolve) => server.close(resolve)))
  const address = server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

describe('a mail server', () => {
  const email = (port: number, changes: object = {}) =>
    ({
      kind: 'smtp',
      fromName: 'n',
      fromAddress: 'a@example.org',
      host: '127.0.0.1',
      port,
      tls: 'off',
      user: '',
      password: '',
      ...changes,
    }) as const

  /** Speaks SMTP without TLS, also where it offers to change to TLS, and knows no password. */
  const speak = (offer: string) => (socket: Socket) => {
    socket.write('220 test\r\n')
    socket.on('data', (data) => {
      const line = data.toString()
      if (line.startsWith('EHLO')) socket.write(`250-test\r\n${offer}250 AUTH PLAIN\r\n`)
      else if (line.startsWith('QUIT')) socket.end('221 bye\r\n')
      else socket.write('535 wrong password\r\n')
    })
    socket.on('error', () => socket.destroy())
  }

  it('that is off needs nothing', async () => {
    expect(await describeMailServer({ kind: 'off' })).toBeUndefined()
  })

  it.each([
    ['as it is', {}, '', undefined],
    ['without the TLS that it offers', {}, '250-STARTTLS\r\n', undefined],
    ['without TLS', { tls: 'starttls' }, '', expect.stringMatching(/cannot be used \(.+\)/)],
    ['without TLS from the start', { tls: 'implicit' }, '', expect.stringMatching(/cannot be used \(.+\)/)],
    ['with another password', { user: 'u', password: 'p' }, '', expect.stringMatching(/535 wrong password/)],
  ])('is used %s', async (_, changes, offer, problem) => {
    const port = await listen(createServer(speak(offer)))
    const found = await describeMailServer(email(port, changes))
    expect(found).toEqual(problem)
  })

  it('that does not listen is named with the reason', async () => {
    const port = await findClosedPort()
    expect(await describeMailServer(email(port))).toBe(
      `The mail server 127.0.0.1:${port} cannot be used (ECONNREFUSED): mails wait until it can; correct SST_RESOURCE_Email, or start it.`,
    )
  })
})

describe('a search index', () => {
  const config = (url: string) => ({ url, nodes: [], key: 'k', collection: 'news' })
  const start = async (isHealthy: boolean, status: number) => {
    const server = createHttpServer((request, response) => {
      const isHealth = request.url === '/health'
      response.writeHead(isHealth ? 200 : status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(isHealth ? { ok: isHealthy } : { collection_name: 'news_1', name: 'news' }))
    })
    const url = await listenLocally(server, 0)
    stops.push(() => closeServer(server))
    return url
  }

  it.each([
    ['is in order', true, 200, undefined],
    ['has no collection yet', true, 404, undefined],
    ['is not healthy', false, 200, expect.stringMatching(/is not healthy: look at its log\.$/)],
    [
      'refuses the key',
      true,
      401,
      expect.stringMatching(
        /does not answer as it should \(.+\): start it, or correct SST_RESOURCE_SearchIndex\.$/,
      ),
    ],
  ])('%s', async (_, isHealthy, status, problem) => {
    const found = await describeIndex(config(await start(isHealthy, status)))
    expect(found).toEqual(problem)
  })

  it('that does not listen is named with the reason', async () => {
    const port = await findClosedPort()
    expect(await describeIndex(config(`http://127.0.0.1:${port}`))).toMatch(/\(.*ECONNREFUSED.*\): start it/)
  })
})

describe('the storage', () => {
  it('in a folder is used when it can be written', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pauta-storage-'))
    const objects = join(folder, 'objects')
    expect(await describeStorage({ name: 'objects', folder: objects })).toBeUndefined()
    expect(await readdir(objects)).toEqual([])
    await writeFile(join(folder, 'file'), '')
    expect(await describeStorage({ name: 'objects', folder: join(folder, 'file') })).toMatch(
      /^The folder .*file of the objects cannot be used \(EEXIST.*\): make it usable, or correct SST_RESOURCE_Storage\.$/,
    )
    await rm(folder, { recursive: true })
  })

  const list = (contents: string) => `<ListBucketResult>${contents}</ListBucketResult>`
  it.each([
    ['can be listed', 200, list('<Key>a</Key>'), undefined],
    [
      'refuses the key',
      403,
      '<Error><Code>AccessDenied</Code><Message>no such key</Message></Error>',
      'The bucket notícias of the objects cannot be used (no such key): make it usable, or correct SST_RESOURCE_Storage.',
    ],
  ])('in a bucket that %s', async (_, status, body, problem) => {
    const asked: string[] = []
    const server = createHttpServer((request, response) => {
      asked.push(request.url ?? '')
      response.writeHead(status, { 'content-type': 'application/xml' }).end(body)
    })
    vi.stubEnv('AWS_ENDPOINT_URL_S3', await listenLocally(server, 0))
    vi.stubEnv('AWS_REGION', 'sa-east-1')
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'a')
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'b')
    stops.push(() => closeServer(server))
    expect(await describeStorage({ name: 'notícias', folder: '' })).toBe(problem)
    expect(asked).toEqual([expect.stringMatching(/[?&]max-keys=1&/)])
  })
})

describe('the address of a server', () => {
  const address = { host: '127.0.0.1', port: 1, settings: 'PAUTA_METRICS' }
  const fail = (code: string) => () => Promise.reject(Object.assign(new Error('listen'), { code }))

  it.each([
    ['EADDRINUSE', 'another program has it'],
    ['EADDRNOTAVAIL', 'this machine has no such address'],
    ['EACCES', 'this user may not use it'],
    ['ENOTFOUND', 'its name is unknown'],
  ])('that cannot be had (%s) is named with its settings', async (code, reason) => {
    await expect(explainAddress(address, fail(code))).rejects.toThrow(
      `The service cannot listen at 127.0.0.1:1, because ${reason} (${code}): free it, or correct PAUTA_METRICS.`,
    )
  })

  it('says nothing of other failures', async () => {
    await expect(explainAddress(address, fail('EMFILE'))).rejects.toThrow(/^listen$/)
    expect(await explainAddress(address, async () => 'started')).toBe('started')
  })
})

it('a database that does not listen is named with the reason', async () => {
  const port = await findClosedPort()
  const config = { host: '127.0.0.1', port, username: 'u', password: 'p', database: 'd', tls: 'off' } as const
  expect(await describeDatabase(config)).toMatch(
    new RegExp(
      `^PostgreSQL at 127.0.0.1:${port} refuses database d and user u \\(.*ECONNREFUSED.*\\): start it, or correct SST_RESOURCE_Database\\.$`,
    ),
  )
})

describe('pgvector', () => {
  const state = { isCreated: false, isInstalled: true, isTrusted: false, isSuperuser: false }
  it.each([
    ['that is created', { isCreated: true }, undefined],
    ['of another kind, without an extension', { isCreated: true, isInstalled: false }, undefined],
    ['that any role may create', { isTrusted: true }, undefined],
    ['that the role may create as a superuser', { isSuperuser: true }, undefined],
    [
      'that superusers alone may create',
      {},
      'may not create pgvector: run "create extension vector" in the databases template1 and pauta as a superuser.',
    ],
    [
      'that is not installed',
      { isInstalled: false, isTrusted: true, isSuperuser: true },
      'has no pgvector: install it, such as postgresql-17-pgvector.',
    ],
  ])('%s', (_, change, problem) => {
    expect(describeVector({ ...state, ...change }, 'pauta')).toBe(problem)
  })
})

describe('without a database', () => {
  const away = new Error('connection refused')
  const db = (() => {
    throw away
  }) as unknown as DbPool

  it('the database is the trouble, and no incident counts as over', async () => {
    expect(
      await listMachineTroubles(db, { dataDir: tmpdir(), startedAt: new Date(), now: new Date() }),
    ).toEqual({
      troubles: [{ key: 'database', text: 'O PostgreSQL não responde: Error: connection refused' }],
      isWhole: false,
    })
  })

  it('the process and its disk are measured alone', async () => {
    const measures = await measureMachine({ db, dataDir: tmpdir(), queues: [] })
    expect(measures.map(({ name, type, values }) => [name, type, values.length])).toEqual([
      ['pauta_database_up', 'gauge', 1],
      ['process_resident_memory_bytes', 'gauge', 1],
      ['process_start_time_seconds', 'gauge', 1],
      ['pauta_disk_free_bytes', 'gauge', 1],
    ])
    const [up, memory, start, disk] = measures.map(({ values }) => values[0]?.value ?? -1)
    expect(up).toBe(0)
    expect(memory).toBeGreaterThan(10_000_000)
    expect(Math.abs((start ?? 0) * 1000 - performance.timeOrigin)).toBeLessThanOrEqual(500)
    expect(disk).toBeGreaterThan(0)
  })
})
