import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { Engine } from '../storage/engine.ts'
import { createHttpServer } from './http-server.ts'
import { Store } from '../storage/store.ts'

const SCHEMA = { name: 'c', fields: [{ name: 'text', type: 'string' }] }

test('a search ends when its caller disconnects', async () => {
  const engine = new Engine(new Store(undefined), 'key')
  await engine.load()
  engine.createCollection(SCHEMA, new Date(0))
  const runInSlices = engine.runInSlices.bind(engine)
  const ended = Promise.withResolvers<unknown>()
  const begun = Promise.withResolvers<void>()
  vi.spyOn(engine, 'runInSlices').mockImplementation((_, signal) => {
    begun.resolve()
    // Endless work replaces the search.
    const running = runInSlices<never>(
      (function* () {
        for (;;) yield
      })(),
      signal,
    )
    running.catch(ended.resolve)
    return running
  })
  const server = createHttpServer(engine).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const caller = new AbortController()
  const answer = fetch(`http://127.0.0.1:${port}/collections/c/documents/search?q=x&query_by=text`, {
    headers: { 'x-typesense-api-key': 'key' },
    signal: caller.signal,
  })
  const outcome = Promise.allSettled([answer])
  await begun.promise
  caller.abort()
  expect(await ended.promise).toMatchObject({ name: 'AbortError' })
  expect(await outcome).toMatchObject([{ status: 'rejected' }])
  await new Promise((resolve) => server.close(resolve))
  await engine.close()
})

test('a page of another origin may search, with a preflight', async () => {
  const engine = new Engine(new Store(undefined), 'key')
  await engine.load()
  engine.createCollection(SCHEMA, new Date(0))
  const server = createHttpServer(engine).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/multi_search`
  const origin = 'http://localhost:3000'
  const asked = 'content-type,x-typesense-api-key'
  const preflight = await fetch(url, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': asked,
    },
  })
  expect(preflight.status).toBe(200)
  expect(Object.fromEntries(preflight.headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'POST, GET, DELETE, PUT, PATCH, OPTIONS',
    'access-control-allow-headers': asked,
    'access-control-max-age': '86400',
  })
  const search = (key: string) =>
    fetch(url, {
      method: 'POST',
      headers: { origin, 'x-typesense-api-key': key },
      body: JSON.stringify({ searches: [{ collection: 'c', q: 'x', query_by: 'text' }] }),
    })
  // A page must also be able to read why it was refused.
  for (const [key, status] of [
    ['key', 200],
    ['wrong', 401],
  ] as const) {
    const response = await search(key)
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([status, '*'])
  }
  await new Promise((resolve) => server.close(resolve))
  await engine.close()
})
