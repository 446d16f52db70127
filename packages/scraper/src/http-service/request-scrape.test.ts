import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ExpectedFailure } from '@pauta/platform/errors'
import { requestScrape } from './request-scrape.ts'

const REPLY = { status: 'completed', articles_scraped: 2, articles_saved: 1, agencies_processed: ['mec'] }

/** Sends a request to a service with the given answer. Returns the reply and the request that the service received. */
async function ask(answer: { status?: number; body?: unknown }, token = '') {
  const asked: { path: string | undefined; headers: IncomingHttpHeaders }[] = []
  const server = createServer((request, response) => {
    asked.push({ path: request.url, headers: request.headers })
    const { status = 200, body = REPLY } = answer
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const request = { path: '/scrape/agencies', body: {}, signal: new AbortController().signal }
  const reply = await requestScrape({ url, token }, request)
  return { reply, asked }
}

describe('requestScrape', () => {
  it('sends its token when one is configured', async () => {
    const open = await ask({})
    expect(open.reply).toMatchObject({ articles_saved: 1, errors: [] })
    expect(open.asked).toEqual([
      {
        path: '/scrape/agencies',
        headers: expect.not.objectContaining({ authorization: expect.anything() as unknown }) as unknown,
      },
    ])
    const { asked } = await ask({}, 'segredo')
    expect(asked[0]?.headers.authorization).toBe('Bearer segredo')
  })

  it.each([
    [{ status: 500, body: 'quebrou' }, 'the scraper answered 500: quebrou'],
    [{ status: 300 }, 'the scraper answered 300'],
    [{ body: 'pronto' }, 'the scraper answered 200 with "pronto"'],
    [{ status: 207 }, 'the scrape was completed'],
    [
      { body: { ...REPLY, status: 'partial', message: 'quase', errors: [{ agency: 'mec', error: 'fora' }] } },
      'the scrape was partial; quase; mec: fora',
    ],
  ])('throws on %j', async (answer, message) => {
    await expect(ask(answer)).rejects.toThrow(message)
  })
})

describe('the error of a scrape', () => {
  const failed = (...errors: string[]) => ({
    status: 500,
    body: { ...REPLY, status: 'failed', errors: errors.map((error) => ({ agency: 'mec', error })) },
  })

  it('is an expected failure when each site is at fault itself', async () => {
    const asked = ask(failed('url_broken: listing: status 403', 'anti_bot: listing: challenge'))
    await expect(asked).rejects.toThrow(ExpectedFailure)
    await expect(asked).rejects.toThrow('the scraper answered 500; mec: url_broken: listing: status 403')
  })

  it('is an unexpected one when an error has no kind or is of the scraper itself', async () => {
    for (const errors of [['url_broken: status 403', 'internal: run: no database'], ['fora'], []])
      await expect(ask(failed(...errors))).rejects.not.toThrow(ExpectedFailure)
  })
})
