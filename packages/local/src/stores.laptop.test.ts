import { createServer, type AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { databaseUrlOf, openDatabase, openIndex } from './stores.ts'

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const own = { dataDir: undefined }
const account = { username: 'pauta', password: 'a:b/c', database: 'news', tls: 'off' as const }

describe('an external store', () => {
  it('is named with its variable when it cannot be reached', async () => {
    const port = await freePort()
    const database = openDatabase({ ...account, host: '127.0.0.1', port }, { ...own, dumpFile: undefined })
    await expect(database).rejects.toThrow(
      `PostgreSQL at 127.0.0.1:${port}, which the variable SST_RESOURCE_Database names, cannot be reached (ECONNREFUSED). Start it, or unset`,
    )
    const index = openIndex(
      { url: `http://127.0.0.1:${port}`, key: 'k', nodes: [], collection: 'news' },
      { ...own, port: 0 },
    )
    await expect(index).rejects.toThrow(
      `The search index at 127.0.0.1:${port}, which the variable SST_RESOURCE_SearchIndex names`,
    )
  })

  it('has a valid URL for every password', () => {
    expect(databaseUrlOf({ ...account, host: 'db.local', port: 5432 })).toBe(
      'postgres://pauta:a%3Ab%2Fc@db.local:5432/news',
    )
  })
})
