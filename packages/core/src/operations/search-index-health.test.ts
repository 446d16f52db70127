import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeCertificate } from '../../../../test/kit/services/certificate.ts'
import { measureIndex } from './search-index-health.ts'

const bytes = (disk: number, memory: number) => ({
  system_disk_total_bytes: '1000',
  system_disk_used_bytes: String(disk),
  system_memory_total_bytes: '1000',
  system_memory_used_bytes: String(memory),
})

/** Answers as a node that is ready or not, and reports these bytes to callers with its key. */
const asNode =
  (isReady: boolean, usage: Record<string, string>): RequestListener =>
  (request, response) => {
    if (request.url === '/health') response.writeHead(isReady ? 200 : 503).end('{}')
    else if (request.headers['x-typesense-api-key'] !== 'key') response.writeHead(401).end()
    else response.end(JSON.stringify(usage))
  }

const nodes = [
  createServer(asNode(true, bytes(250, 750))),
  createServer(asNode(true, bytes(900, 100))),
  createServer(asNode(false, bytes(10, 10))),
]
const own = makeCertificate()
const secureNode = createSecureServer(own, asNode(true, bytes(250, 750)))
let urls: string[] = []

beforeAll(async () => {
  for (const node of [...nodes, secureNode])
    await new Promise<void>((resolve) => void node.listen(0, '127.0.0.1', resolve))
  urls = nodes.map((node) => `http://127.0.0.1:${(node.address() as AddressInfo).port}`)
})
afterAll(() => {
  for (const node of [...nodes, secureNode]) node.close()
})

const measure = (...chosen: string[]) =>
  measureIndex({ url: chosen[0] ?? '', nodes: chosen, key: 'key', collection: 'news' })

it('reports the free shares of a healthy node', async () => {
  const [url = ''] = urls
  const usage = { freeDiskPercent: 75, freeMemoryPercent: 25 }
  expect(await measure(url)).toEqual({ isHealthy: true, sickNodes: [], usage })
})

it('asks the nodes where there are any, and the address of the index otherwise', async () => {
  const [url = ''] = urls
  const config = { key: 'key', collection: 'news' }
  expect((await measureIndex({ ...config, url, nodes: [] })).usage).toBeDefined()
  const elsewhere = { ...config, url: 'http://127.0.0.1:1', nodes: [url] }
  expect(await measureIndex(elsewhere)).toMatchObject({ isHealthy: true })
})

it('reports the fullest disk and memory of a cluster', async () => {
  const { isHealthy, usage } = await measure(...urls.slice(0, 2))
  expect(isHealthy).toBe(true)
  expect(usage?.freeDiskPercent).toBeCloseTo(10)
  expect(usage?.freeMemoryPercent).toBeCloseTo(25)
})

it('is sick with one node that is not ready, or that gives no answer', async () => {
  expect(await measure(...urls)).toMatchObject({ isHealthy: false, sickNodes: [new URL(urls[2] ?? '').host] })
  expect(await measure('http://127.0.0.1:1')).toEqual({
    isHealthy: false,
    sickNodes: ['127.0.0.1:1'],
    usage: undefined,
  })
})

it('asks a node with TLS by the certificate of the configuration, and trusts no other', async () => {
  const url = `https://localhost:${(secureNode.address() as AddressInfo).port}`
  const config = { url, nodes: [], key: 'key', collection: 'news' }
  const usage = { freeDiskPercent: 75, freeMemoryPercent: 25 }
  expect(await measureIndex({ ...config, ca: own.cert })).toEqual({ isHealthy: true, sickNodes: [], usage })
  expect(await measureIndex(config)).toMatchObject({ isHealthy: false })
})
