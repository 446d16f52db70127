import { afterEach, describe, expect, it, vi } from 'vitest'
import { makeHostFetch, type HostFetchOptions } from './host-fetch.ts'

const URL_ASKED = 'https://host.example/x'
const answers = (...replies: (Response | Error)[]) => {
  const fetch = vi.fn<typeof globalThis.fetch>()
  for (const reply of replies)
    if (reply instanceof Error) fetch.mockRejectedValueOnce(reply)
    else fetch.mockResolvedValueOnce(reply)
  vi.stubGlobal('fetch', fetch)
  return fetch
}
const quick = (options: Partial<HostFetchOptions> = {}) =>
  makeHostFetch({ signal: new AbortController().signal, firstDelayMs: 1, ...options })
const busy = (status: number, retryAfter?: string) =>
  new Response('busy', { status, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } })

afterEach(() => vi.unstubAllGlobals())

describe('a call to the dataset host', () => {
  it('is retried after a refused connection, 429 and 5xx', async () => {
    const fetch = answers(new TypeError('fetch failed'), busy(429), busy(503, '0'), new Response('well'))
    expect(await (await quick()(URL_ASKED)).text()).toBe('well')
    expect(fetch).toHaveBeenCalledTimes(4)
  })

  it.each([408, 429, 500])('is retried after %i', async (status) => {
    answers(busy(status), new Response('well'))
    expect(await (await quick()(URL_ASKED)).text()).toBe('well')
  })

  it.each([400, 401, 404, 412, 422])('is not retried after %i', async (status) => {
    const fetch = answers(busy(status))
    expect((await quick()(URL_ASKED)).status).toBe(status)
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  it('returns the last answer after the last attempt, and names the host that cannot be reached', async () => {
    answers(busy(500), busy(502))
    expect((await quick({ attempts: 2 })(URL_ASKED)).status).toBe(502)
    answers(new TypeError('fetch failed'))
    await expect(quick({ attempts: 1 })(URL_ASKED)).rejects.toThrow(
      'the dataset host cannot be reached at https://host.example',
    )
  })

  it('fails without a retry when the answer is too long', async () => {
    const fetch = answers(new Response('12345'), new Response('123456'))
    const bounded = quick({ answerMaxBytes: 5 })
    expect(await (await bounded(URL_ASKED)).text()).toBe('12345')
    await expect(bounded(URL_ASKED)).rejects.toThrow('answered more than 5 bytes')
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  it.each([204, 205, 304])('accepts an answer without a body: %i', async (status) => {
    answers(new Response(null, { status }))
    expect((await quick()(URL_ASKED)).status).toBe(status)
  })

  it('sends what its caller gives, and returns the answer with its status and headers', async () => {
    const headers = { 'x-revision': 'a' }
    const fetch = answers(new Response('well', { status: 201, statusText: 'Made', headers }))
    const answer = await quick()(URL_ASKED, { method: 'POST', body: 'text' })
    expect(fetch).toHaveBeenCalledWith(URL_ASKED, expect.objectContaining({ method: 'POST', body: 'text' }))
    expect([answer.status, answer.statusText, answer.headers.get('x-revision')]).toEqual([201, 'Made', 'a'])
  })

  it.each([
    ['the run', 'operation was aborted'],
    ['its caller', 'cannot be reached'],
  ])('ends while it waits for an answer when %s is aborted', async (who, message) => {
    const stop = new AbortController()
    vi.stubGlobal(
      'fetch',
      (_: string, init: RequestInit) =>
        new Promise((_resolve, reject) => {
          init.signal?.addEventListener('abort', () => reject(new Error('aborted')))
          stop.abort()
        }),
    )
    const asked =
      who === 'the run'
        ? quick({ signal: stop.signal })(URL_ASKED)
        : quick()(URL_ASKED, { signal: stop.signal })
    await expect(asked).rejects.toThrow(message)
  })

  it('fails for the reason of an abort, not as if the host could not be reached', async () => {
    const stop = new AbortController()
    vi.stubGlobal('fetch', async () => {
      stop.abort(new Error('the run is over'))
      throw new TypeError('fetch failed')
    })
    await expect(quick({ signal: stop.signal, attempts: 1 })(URL_ASKED)).rejects.toThrow('the run is over')
  })

  it('is not retried after its caller aborted it', async () => {
    const stop = new AbortController()
    const fetch = vi.fn<typeof globalThis.fetch>(async () => {
      stop.abort()
      throw new TypeError('fetch failed')
    })
    vi.stubGlobal('fetch', fetch)
    await expect(quick()(URL_ASKED, { signal: stop.signal })).rejects.toThrow('cannot be reached')
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  it('ends its pause when it is aborted', async () => {
    answers(busy(429, '60'))
    const stop = new AbortController()
    const asked = quick({ signal: stop.signal })(URL_ASKED)
    setTimeout(() => stop.abort(), 20)
    await expect(asked).rejects.toThrow(/abort/i)
  })
})
