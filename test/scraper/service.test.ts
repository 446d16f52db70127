import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localDay } from '@pauta/platform/time/time'
import { SCRAPER_KEY } from '@pauta/local/environment'
import { NewsSite, siteDate } from '../support/news-site.ts'
import { startTestStack, type TestStack } from '../support/stack.ts'

const site = new NewsSite()
let stack: TestStack

beforeAll(async () => {
  await site.start()
  stack = await startTestStack({
    sites: { relay: { url: site.url }, delayMilliseconds: 0 },
  })
})
afterAll(async () => {
  await stack.stop()
  await site.stop()
})

const today = () => localDay(new Date())

/** Calls the service. `key: null` sends none. */
async function call(
  path: string,
  { method = 'POST', body, key = SCRAPER_KEY }: { method?: string; body?: unknown; key?: string | null } = {},
) {
  const response = await fetch(`${stack.stack.scraperUrl}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(key !== null && { authorization: `Bearer ${key}` }) },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const scrape = (agencies: readonly string[], others: Record<string, unknown> = {}) =>
  call('/scrape/agencies', { body: { start_date: today(), end_date: today(), agencies, ...others } })

interface FoundNews {
  articles: { articles: { title: string; url: string; image: string; publishedAt: string }[] }
}
const found = (agency: string) => async () => {
  const filter = `{ agencies: ["${agency}"] }`
  const fields = 'title url image publishedAt'
  return (await stack.query<FoundNews>(`{ articles(filter: ${filter}) { articles { ${fields} } } }`)).articles
    .articles
}

describe('POST /scrape/agencies', () => {
  it('sends what it reads to the queue, and the article can be found', async () => {
    const at = new Date(Date.now() - 3_600_000)
    const url = site.publish('mpa', {
      slug: 'safra',
      title: 'Safra recorde de mpado',
      date: siteDate(at),
    })
    const { status, body } = await scrape(['mpa'])
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        status: 'completed',
        start_date: today(),
        end_date: today(),
        articles_scraped: 1,
        articles_saved: 1,
        agencies_processed: ['mpa'],
        errors: [],
      },
    })
    await expect.poll(found('mpa')).toMatchObject([{ title: 'Safra recorde de mpado', url }])
  })
})
