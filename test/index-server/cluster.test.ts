import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { connectSearchIndex, toImportBatch } from '@pauta/core/search-index/client'
import { waitForNodes } from '@pauta/core/search-index/wait-for-nodes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findOwnPort } from '../kit/stack/own-port.ts'
import { KEY } from './index-harness.ts'
import { type NodeProcess, startNode, stopNode } from './node-process.ts'

/*
 * Three processes that speak the protocol of Typesense, as the functions of a stage with a cluster reach them. The
 * processes do not replicate: the test loads the same document into each.
 */

const MODEL = 'modelo'
const DOCUMENT = {
  id: 'tatu_000001',
  json: JSON.stringify({
    id: 'tatu_000001',
    unique_id: 'tatu_000001',
    agency: 'mma',
    agency_name: 'MMA',
    title: 'Tatu volta ao mato',
    url: 'https://www.gov.br/tatu',
    content: 'Texto.',
    published_at: 1_780_000_000,
  }),
}

/** A node that accepts connections and never answers, as one whose machine hangs. */
async function startSilentNode() {
  const sockets: Socket[] = []
  const server: Server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sockets,
    stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

const addressOf = (urls: readonly string[]) => ({
  url: urls[0] ?? '',
  nodes: urls,
  key: KEY,
  collection: 'news',
})
const QUESTION = { q: 'tatu', query_by: 'title' }

let nodes: NodeProcess[] = []

beforeAll(async () => {
  const ports = await Promise.all([findOwnPort(), findOwnPort(), findOwnPort()])
  nodes = await Promise.all(ports.map((port) => startNode(port)))
  for (const { url } of nodes) {
    const index = connectSearchIndex(addressOf([url]))
    await index.createCollection('news_1', MODEL)
    await index.pointAlias('news_1')
    const [refused] = await index.upsert(toImportBatch([DOCUMENT]))
    if (refused) throw new Error(`The document was refused: ${refused.error}`)
  }
})
afterAll(async () => {
  await Promise.all(nodes.map(stopNode))
})

const urlsOf = () => nodes.map(({ url }) => url)
const search = async (index: ReturnType<typeof connectSearchIndex>) => (await index.search(QUESTION)).found

describe('an index of three nodes', () => {
  it('answers from each node in turn', async () => {
    const index = connectSearchIndex(addressOf(urlsOf()))
    for (let asked = 0; asked < 6; asked++) expect(await search(index)).toBe(1)
  })

  it('leaves out a node that does not answer, after one search', async () => {
    const silent = await startSilentNode()
    try {
      const index = connectSearchIndex(addressOf([silent.url, ...urlsOf().slice(1)]))
      for (let asked = 0; asked < 9; asked++) expect(await search(index)).toBe(1)
      expect(silent.sockets).toHaveLength(1)
    } finally {
      silent.stop()
    }
  })

  it('asks the balancer first, and the nodes when the balancer is sick', async () => {
    const silent = await startSilentNode()
    try {
      const index = connectSearchIndex({ ...addressOf(urlsOf()), url: silent.url })
      expect(await search(index)).toBe(1)
      expect(await search(index)).toBe(1)
      expect(silent.sockets).toHaveLength(1)
    } finally {
      silent.stop()
    }
  })

  it('does not wait at the first start, when no other node exists', async () => {
    const urls = await Promise.all([1, 2, 3].map(async () => `http://127.0.0.1:${await findOwnPort()}`))
    const waiting = { limitMs: 60_000, intervalMs: 10 }
    expect(await waitForNodes(addressOf(urls), { ...waiting, waitFor: urls })).toBe('first-start')
    const [first = ''] = urls
    expect(await waitForNodes(addressOf(urls), { ...waiting, waitFor: [first] })).toBe('first-start')
  })

  it('counts a node that refuses with 503 as present', async () => {
    const loading = createHttpServer((_, response) => response.writeHead(503).end('{"ok":false}'))
    loading.listen(0, '127.0.0.1')
    await once(loading, 'listening')
    const url = `http://127.0.0.1:${(loading.address() as AddressInfo).port}`
    const gone = `http://127.0.0.1:${await findOwnPort()}`
    try {
      const waiting = { waitFor: [gone], limitMs: 0, intervalMs: 1 }
      await expect(waitForNodes(addressOf([url, gone]), waiting)).rejects.toMatchObject({
        cause: { message: expect.stringContaining(gone) as string },
      })
    } finally {
      loading.closeAllConnections()
      loading.close()
    }
  })

  it('keeps answering while one node is replaced, and the next one waits until that node is back', async () => {
    const index = connectSearchIndex(addressOf(urlsOf()))
    const [first] = nodes
    if (!first) throw new Error('no node')
    expect(await waitForNodes(addressOf(urlsOf()), { waitFor: urlsOf(), limitMs: 0, intervalMs: 1 })).toBe(
      'joined',
    )
    await stopNode(first)
    for (let asked = 0; asked < 6; asked++) expect(await search(index)).toBe(1)
    await expect(
      waitForNodes(addressOf(urlsOf()), { waitFor: [first.url], limitMs: 0, intervalMs: 1 }),
    ).rejects.toMatchObject({ cause: { message: expect.stringContaining(first.url) as string } })
    const sick: (readonly string[])[] = []
    const joined = waitForNodes(addressOf(urlsOf()), {
      waitFor: [first.url],
      limitMs: 60_000,
      intervalMs: 20,
      onWait: (urls) => sick.push(urls),
    })
    await expect.poll(() => sick.length).toBeGreaterThan(0)
    nodes[0] = await startNode(Number(new URL(first.url).port))
    expect(await joined).toBe('joined')
  })
})
