import { connectSearchIndex, toImportBatch } from '@pauta/core/search-index/client'
import {
  assertFilled,
  connectWrittenIndex,
  getSecondAddress,
  readServer,
} from '@pauta/core/search-index/second-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findOwnPort } from '../kit/stack/own-port.ts'
import { KEY } from './index-harness.ts'
import { type NodeProcess, startNode, stopNode } from './node-process.ts'

/*
 * A search server and the second one that takes over from it: two processes that speak the protocol of Typesense, as
 * the functions of a stage reach them while an operator patches the index.
 */

const MODEL = 'modelo'

function makeDocument(id: string, title = 'Tatu volta ao mato') {
  const fields = {
    id,
    unique_id: id,
    agency: 'mma',
    agency_name: 'MMA',
    title,
    url: 'https://www.gov.br/tatu',
    content: 'Texto.',
    published_at: 1_780_000_000,
  }
  return { id, json: JSON.stringify(fields) }
}

let servers: [NodeProcess, NodeProcess]
const failures: unknown[] = []
const addressOf = ([first, second]: readonly NodeProcess[]) => ({
  url: first?.url ?? '',
  secondUrl: second?.url ?? '',
  key: KEY,
  collection: 'news',
})
const alone = (server: NodeProcess) => connectSearchIndex({ ...addressOf([server]), secondUrl: '' })
const written = () => connectWrittenIndex(addressOf(servers), (error) => failures.push(error))
const countBoth = () =>
  Promise.all(servers.map(async ({ url }) => (await readServer(addressOf(servers), url)).documents))

beforeAll(async () => {
  const ports = await Promise.all([findOwnPort(), findOwnPort()])
  servers = [await startNode(ports[0]), await startNode(ports[1])]
  for (const server of servers) {
    await alone(server).createCollection('news_1', MODEL)
    await alone(server).pointAlias('news_1')
  }
})
afterAll(() => Promise.all(servers.map(stopNode)))
beforeEach(() => {
  failures.length = 0
})

describe('a second search server', () => {
  it('gets every write to the live collection: whole documents, fields and removals', async () => {
    const index = written()
    expect(await index.upsert(toImportBatch([makeDocument('a_1'), makeDocument('a_2')]))).toEqual([])
    expect(await countBoth()).toEqual([2, 2])
    expect(await index.update('a_1', { title: 'Onça volta à mata' })).toBe(true)
    await index.remove(['a_2'])
    expect(await countBoth()).toEqual([1, 1])
    for (const server of servers)
      expect((await alone(server).search({ q: 'onça', query_by: 'title' })).found).toBe(1)
    expect(failures).toEqual([])
  })

  it('does not get the collection of a full sync, which is not live', async () => {
    const index = written()
    await index.createCollection('news_2', MODEL)
    await index.upsert(toImportBatch([makeDocument('b_1')]), 'news_2')
    expect(await alone(servers[1]).findCollection('news_2')).toBeUndefined()
  })

  it('delays and fails no write: what it misses is reported, and only the first server refuses', async () => {
    await stopNode(servers[1])
    const index = written()
    expect(await index.upsert(toImportBatch([makeDocument('c_1')]))).toEqual([])
    expect(failures).toEqual([expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' })])
    expect(await readServer(addressOf(servers), servers[1].url)).toEqual({
      url: servers[1].url,
      isHealthy: false,
      documents: 0,
    })
    servers[1] = await startNode(Number(new URL(servers[1].url).port))
  })

  it('takes over with the documents of the first one alone', async () => {
    const [first, second] = await Promise.all(servers.map(({ url }) => readServer(addressOf(servers), url)))
    if (!first || !second) throw new Error('There are two servers.')
    // The new process has no documents.
    expect(() => assertFilled(second, first)).toThrow(
      `${second.url} has 0 documents and ${first.url} has ${first.documents}: fill it first, with npm run patch-search`,
    )
    expect(() => assertFilled({ ...second, isHealthy: false }, first)).toThrow('is not healthy')
    expect(() => assertFilled({ ...second, documents: first.documents }, first)).not.toThrow()
    expect(() => assertFilled(first, second)).not.toThrow()
  })

  it('has an address of its own, without the nodes of a cluster', () => {
    expect(getSecondAddress({ ...addressOf(servers), nodes: ['https://search-1.sst:8108'] })).toMatchObject({
      url: servers[1].url,
      nodes: [],
    })
    expect(() => getSecondAddress({ ...addressOf(servers), secondUrl: '' })).toThrow(
      'no second search server',
    )
  })
})
