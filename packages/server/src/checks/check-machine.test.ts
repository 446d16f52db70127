import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findClosedPort } from '../../../../test/kit/services/closed-port.ts'
import { checkMachine } from './check-machine.ts'

let folder: string
let port: number
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pauta-machine-'))
  port = await findClosedPort()
})
afterAll(() => rm(folder, { recursive: true }))

it('names each part that a machine lacks', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  const place = `127.0.0.1:${port}`
  const identity = { issuer: `http://${place}` }
  const found = await checkMachine({
    url: `http://${place}`,
    dataDir: file,
    warnings: ['One.', 'Two.'],
    sections: {
      database: { host: '127.0.0.1', port, username: 'u', password: 'p', database: 'd', tls: 'off' },
      index: { url: `http://${place}`, nodes: [], key: 'k', collection: 'news' },
      storage: { name: 'objects', folder: file },
      email: { kind: 'smtp', host: '127.0.0.1', port, tls: 'off', user: '', password: '' },
      userIdentity: identity,
      serviceIdentity: identity,
    },
  } as never)
  const naming = (text: string) => expect.stringContaining(text) as string
  // Whether the pages were built depends on the machine of the test.
  expect(found.filter(({ what }) => what !== 'pages')).toEqual([
    { what: 'settings', problem: 'One. Two.' },
    { what: 'folder', problem: naming(file) },
    { what: 'PostgreSQL', problem: naming(place) },
    { what: 'search index', problem: naming(place) },
    { what: 'storage', problem: naming(file) },
    { what: 'mail server', problem: naming(place) },
    { what: 'issuers', problem: naming(place) },
    { what: 'public address', problem: naming(place) },
  ])
})
