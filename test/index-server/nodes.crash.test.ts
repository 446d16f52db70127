import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { connectSearchIndex, toImportBatch } from '@pauta/core/search-index/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findOwnPort } from '../kit/stack/own-port.ts'
import { KEY } from './index-harness.ts'
import { type NodeProcess, startNode, stopNode } from './node-process.ts'

/*
 * Three processes that speak the protocol of Typesense, as the functions of a stage with an external index reach them. The
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

async function fillNode(url: string): Promise<void> {
  const index = connectSearchIndex(addressOf([url]))
  await index.createCollection('news_1', MODEL)
  await index.pointAlias('news_1')
  const [refused] = await index.upsert(toImportBatch([DOCUMENT]))
  if (refused) throw new Error(`The document was refused: ${refused.error}`)
}

beforeAll(async () => {
  const ports = await Promise.all([findOwnPort(), findOwnPort(), findOwnPort()])
  nodes = await Promise.all(ports.map((port) => startNode(port)))
  for (const { url } of nodes) await fillNode(url)
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

  it('keeps answering while one node is down', async () => {
    const index = connectSearchIndex(addressOf(urlsOf()))
    const [first] = nodes
    if (!first) throw new Error('no node')
    await stopNode(first)
    for (let asked = 0; asked < 6; asked++) expect(await search(index)).toBe(1)
  })
})
