import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectSearchIndex } from '@pauta/core/search-index/client'
import { ensureDatabase } from '@pauta/platform/database/database'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { assertPreviewDatabase } from '../../functions/migrate/preview-database.ts'
import { KEY } from '../index-server/index-harness.ts'
import { type NodeProcess, startNode, stopNode } from '../index-server/node-process.ts'
import { type DebianPostgres, startDebianPostgres } from '../kit/postgres/debian-postgres.ts'
import { linkedStage } from '../kit/stack/linked-stage.ts'
import { findOwnPort } from '../kit/stack/own-port.ts'

/* Tests the removal of a preview's stage, on a database server like that of staging. */

let folder: string
let server: DebianPostgres
let node: NodeProcess

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pauta-previews-'))
  server = await startDebianPostgres(folder)
  node = await startNode(await findOwnPort())
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await stopNode(node)
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const databaseOf = (database: string) => ({ ...server.address, database })
const indexOf = (collection: string) => ({ url: node.url, key: KEY, collection })
const listDatabases = async () =>
  (await server.db<{ datname: string }[]>`select datname from pg_database order by 1`).map(
    ({ datname }) => datname,
  )

/** Loads the function as the stage links it. */
async function loadFunction(database: string, collection: string) {
  const resources = { Database: databaseOf(database), SearchIndex: indexOf(collection) }
  for (const [name, value] of Object.entries(linkedStage('pr-7', resources))) vi.stubEnv(name, value)
  return (await import('../../functions/migrate/drop-preview.ts')).handler
}

it('a removed preview drops its database and its collections, and keeps those of others', async () => {
  for (const name of ['pauta_pr_7', 'pauta_pr_8']) await ensureDatabase(databaseOf(name))
  for (const stage of ['pr-7', 'pr-8']) {
    const index = connectSearchIndex(indexOf(`${stage}_news`))
    await index.createCollection(`${stage}_news_20260601000000000`, 'modelo')
    await index.pointAlias(`${stage}_news_20260601000000000`)
  }
  const open = server.connect({ database: 'pauta_pr_7' })
  await open`select 1`
  const drop = await loadFunction('pauta_pr_7', 'pr-7_news')
  expect(await drop({ tf: { action: 'create' } })).toEqual({ dropped: [] })
  expect(await drop({ tf: { action: 'delete' } })).toEqual({
    dropped: ['pauta_pr_7', 'pr-7_news_20260601000000000'],
  })
  expect(await listDatabases()).toEqual(expect.not.arrayContaining(['pauta_pr_7']))
  expect(await listDatabases()).toContain('pauta_pr_8')
  const index = connectSearchIndex(indexOf('pr-8_news'))
  expect((await index.listCollections()).map(({ name }) => name)).toEqual(['pr-8_news_20260601000000000'])
  expect(await connectSearchIndex(indexOf('pr-7_news')).findLiveCollection()).toBeUndefined()
  // A repeated removal finds no collections.
  expect(await drop({ tf: { action: 'delete' } })).toEqual({ dropped: ['pauta_pr_7'] })
  await open.end({ timeout: 1 })
})

it('only a preview may lose its database', () => {
  expect(() => assertPreviewDatabase('pauta_pr_7')).not.toThrow()
  for (const name of ['pauta', 'postgres', 'pauta_pr_', 'pauta_pr_7_staging'])
    expect(() => assertPreviewDatabase(name)).toThrow(`${name} is not the database of a preview`)
})
