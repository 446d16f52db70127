import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Storage } from './object-storage.ts'
import { connectStorage } from './storage.ts'

const MAX_BYTES = 8 * 1024 * 1024

let server: Server
let storage: Storage
let asked: string[]
let bodies: string[]
let answer: { status?: number; headers?: Record<string, string>; body?: string }

beforeAll(async () => {
  server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += String(chunk)))
    request.on('end', () => {
      asked.push(`${request.method} ${request.url} ${request.headers['content-type'] ?? ''}`.trim())
      bodies.push(text)
      response.writeHead(answer.status ?? 200, answer.headers ?? {})
      const { headers, body = '' } = answer
      // The body of a large object is announced and never sent.
      if (body.length >= Number(headers?.['content-length'] ?? 0)) response.end(body)
      else response.write(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  vi.stubEnv('AWS_ENDPOINT_URL_S3', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  vi.stubEnv('AWS_REGION', 'us-east-2')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
  storage = connectStorage({ name: 'bucket', folder: '' })
})
afterAll(() => {
  vi.unstubAllEnvs()
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  asked = []
  bodies = []
  answer = {}
})

describe('a bucket', () => {
  it('stores an object with its type', async () => {
    await storage.put('a/b', 'um', 'text/plain')
    expect(asked).toEqual(['PUT /bucket/a/b?x-id=PutObject text/plain'])
    expect(bodies[0]).toContain('um')
  })

  it('returns the text or the bytes of an object, and undefined without one', async () => {
    answer = { body: 'dois' }
    expect(await storage.find('k')).toBe('dois')
    expect(Buffer.from((await storage.findBytes('k')) ?? '').toString()).toBe('dois')
    expect(asked).toEqual(Array.from({ length: 2 }, () => 'GET /bucket/k?x-id=GetObject'))
    answer = { status: 404, body: '<Error><Code>NoSuchKey</Code></Error>' }
    expect([await storage.find('k'), await storage.findBytes('k')]).toEqual([undefined, undefined])
    answer = { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' }
    await expect(storage.find('k')).rejects.toMatchObject({ name: 'AccessDenied' })
  })

  it('throws for an object above the limit without reading it', async () => {
    answer = { headers: { 'content-length': String(MAX_BYTES + 1) }, body: 'x' }
    await expect(storage.find('k')).rejects.toThrow(`has ${MAX_BYTES + 1} bytes; the limit is ${MAX_BYTES}`)
  })

  it('reads an object at the limit', async () => {
    answer = { headers: { 'content-length': String(MAX_BYTES) }, body: 'x'.repeat(MAX_BYTES) }
    expect((await storage.findBytes('k'))?.byteLength).toBe(MAX_BYTES)
  })

  it('lists a page of keys', async () => {
    answer = {
      body: '<ListBucketResult><Contents><Key>a/1</Key></Contents><Contents><Key>a/2</Key></Contents></ListBucketResult>',
    }
    expect(await storage.list('a/', { after: 'a/0', limit: 2 })).toEqual(['a/1', 'a/2'])
    expect(asked).toEqual(['GET /bucket/?list-type=2&max-keys=2&prefix=a%2F&start-after=a%2F0'])
    answer = { body: '<ListBucketResult></ListBucketResult>' }
    expect(await storage.list('', { limit: 1 })).toEqual([])
  })

  it('removes a thousand objects at once, and no more', async () => {
    answer = { body: '<DeleteResult></DeleteResult>' }
    await storage.remove(Array.from({ length: 1001 }, (_, n) => `k${n}`))
    expect(asked).toEqual(Array.from({ length: 2 }, () => 'POST /bucket/?delete= application/xml'))
    expect(bodies.map((body) => body.split('<Key>').length - 1)).toEqual([1000, 1])
    expect(bodies[1]).toContain('<Key>k1000</Key>')
    expect(bodies[1]).toContain('<Quiet>true</Quiet>')
    await storage.remove([])
    expect(asked).toHaveLength(2)
  })

  it('throws when an object was not removed', async () => {
    answer = {
      body: '<DeleteResult><Error><Key>k</Key><Code>AccessDenied</Code><Message>no</Message></Error></DeleteResult>',
    }
    await expect(storage.remove(['k'])).rejects.toThrow('The object k was not removed: AccessDenied no')
  })
})
