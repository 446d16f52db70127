import { observe } from '@pauta/platform/telemetry/observation'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectSearchIndex, type SearchIndex } from './client.ts'

interface Body {
  searches: { q: string; search_cutoff_ms?: number }[]
}

let asked: Body[]
/** Number of connections that closed before their answer. */
let abandoned: number
let reply: (response: ServerResponse) => void
let server: ReturnType<typeof createServer>
let index: SearchIndex

const answerWith = (result: object) => (response: ServerResponse) => {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ results: [{ found: 1, hits: [], request_params: {}, ...result }] }))
}
const unavailable = { code: 'SERVICE_UNAVAILABLE', details: { dependency: 'search-index' } }

beforeEach(async () => {
  asked = []
  abandoned = 0
  reply = answerWith({})
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      asked.push(JSON.parse(Buffer.concat(chunks).toString('utf8')) as Body)
      response.on('close', () => void (response.writableFinished || abandoned++))
      reply(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  index = connectSearchIndex({ url: `http://127.0.0.1:${port}`, key: 'key', collection: 'news' })
})
afterEach(async () => {
  vi.restoreAllMocks()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

describe('a search of the index', () => {
  it('sends a time limit to the engine with every search', async () => {
    await index.searchEach([{ q: 'a' }, { q: 'b' }])
    expect(asked[0]?.searches.map((search) => search.search_cutoff_ms)).toEqual([4500, 4500])
  })

  it('counts its time for the line of its request in the log', async () => {
    await observe('r', async ({ storeReads, storeMilliseconds }) => {
      await index.search({ q: 'a' })
      expect([storeReads, storeMilliseconds]).toEqual([
        { sql: 0, index: 1 },
        { sql: 0, index: expect.any(Number) as number },
      ])
      expect(storeMilliseconds.index).toBeGreaterThan(0)
    })
  })

  it('throws SERVICE_UNAVAILABLE when the engine cut the search short', async () => {
    reply = answerWith({ search_cutoff: true })
    await expect(index.search({ q: 'a' })).rejects.toMatchObject(unavailable)
    reply = answerWith({ search_cutoff: false })
    expect(await index.search({ q: 'a' })).toMatchObject({ found: 1 })
  })

  it.each([408, 503])(
    'throws SERVICE_UNAVAILABLE when the engine answers %i to one of several',
    async (code) => {
      reply = answerWith({ code, error: 'Request Timeout' })
      await expect(index.search({ q: 'a' })).rejects.toMatchObject(unavailable)
    },
  )

  it('throws BAD_USER_INPUT with the reason as cause when the engine refuses the search', async () => {
    reply = answerWith({ code: 400, error: 'Could not parse the filter query.' })
    const refused = await index.search({ q: 'a' }).catch((error: unknown) => error)
    expect(refused).toMatchObject({
      code: 'BAD_USER_INPUT',
      cause: { message: 'search refused (400): Could not parse the filter query.' },
    })
    expect(String(refused)).not.toContain('parse')
  })

  it('is not sent with a filter that the engine would refuse', async () => {
    const filter = (conditions: number) =>
      Array.from({ length: conditions }, () => 'tags:=[`a && b`]').join(' && ')
    await index.search({ q: 'a', filter_by: filter(50) })
    const limit = { code: 'LIMIT_EXCEEDED' }
    await expect(index.search({ q: 'a', filter_by: filter(51) })).rejects.toMatchObject(limit)
    const long = `tags:=[\`${'a'.repeat(100_000)}\`]`
    await expect(index.searchAll([{ q: 'a' }, { q: 'b', filter_by: long }])).rejects.toMatchObject(limit)
    expect(asked).toHaveLength(1)
  })

  it('ends after its time-out without a retry', async () => {
    reply = () => {}
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const search = index.search({ q: 'a' })
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    const [end] = timers.mock.calls.find(([, ms]) => ms === 5_000) ?? []
    end?.()
    await expect(search).rejects.toMatchObject(unavailable)
    await vi.waitFor(() => expect(abandoned).toBe(1))
    expect(asked).toHaveLength(1)
  })

  it('leaves no timer and no listener behind', async () => {
    const caller = new AbortController()
    const [added, removed] = (['addEventListener', 'removeEventListener'] as const).map((name) =>
      vi.spyOn(caller.signal, name),
    )
    const [set, cleared] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')]
    await index.search({ q: 'a' }, { signal: caller.signal })
    const at = set.mock.calls.findIndex(([, ms]) => ms === 5_000)
    expect(cleared).toHaveBeenCalledWith(set.mock.results[at]?.value)
    expect(removed?.mock.calls.map(([name]) => name)).toEqual(added?.mock.calls.map(([name]) => name))
  })

  it('does not wait for a caller that has aborted before', async () => {
    reply = () => {}
    await expect(index.search({ q: 'a' }, { signal: AbortSignal.abort() })).rejects.toMatchObject(unavailable)
  })

  it('ends when its caller aborts', async () => {
    reply = () => {}
    const caller = new AbortController()
    const search = index.search({ q: 'a' }, { signal: caller.signal })
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    caller.abort()
    await expect(search).rejects.toMatchObject(unavailable)
    await vi.waitFor(() => expect(abandoned).toBe(1))
    expect(asked).toHaveLength(1)
  })

  it('is retried once after a lost connection', async () => {
    reply = (response) => {
      reply = answerWith({})
      response.destroy()
    }
    expect(await index.search({ q: 'a' })).toMatchObject({ found: 1 })
    expect(asked).toHaveLength(2)
  })
})
