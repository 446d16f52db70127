import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadConfig } from '@pauta/platform/config/config'
import { connectStorage } from '@pauta/platform/storage/storage'
import { createLogger } from '@pauta/platform/telemetry/logger'
import { localDay } from '@pauta/platform/time/time'
import { readWarc } from '@pauta/scraper/raw-pages/warc'
import type { ReadPage } from '@pauta/scraper/crawl/ports'
import { keepRaw } from '@pauta/scraper/raw-pages/keep-raw'
import { NewsSite, siteDate } from '../kit/services/news-site.ts'
import { passHours } from '../kit/rows/scrape-rows.ts'
import { timeAgo } from '../kit/rows/tables.ts'
import { startRun } from '../kit/workers/runs.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'

const site = new NewsSite()
let stack: SharedStack
beforeAll(async () => {
  await site.start()
  stack = await shareTestStack()
  stack.gates.sites.leadTo(site.port)
})
afterAll(() => site.stop())

const storage = () => connectStorage(loadConfig('storage').storage)
const logger = createLogger({ level: 'silent' })
const scrape = async (agency: string) =>
  (await startRun(stack, 'scrape', { agency }, { target: agency })).until('succeeded')

interface Row {
  id: string
  url: string
  digest: string
  objectKey: string
  uniqueId: string | null
  firstSeenAt: Date
  lastSeenAt: Date
}
const rowsOf = async (agency: string) => [
  ...(await stack.db<Row[]>`
    select id::text, url, digest, object_key, unique_id, first_seen_at, last_seen_at from scrape_raw_pages
    where agency_key = ${agency} order by id`),
]

describe('the pages of articles', () => {
  it('are kept once for each content, as the site sent them', async () => {
    const agency = 'turismo'
    const article = { slug: 'praias', title: 'Praias do Nordeste', date: siteDate(timeAgo(1, 'hour')) }
    const url = site.publish(agency, article)
    await scrape(agency)
    const [first, ...others] = await rowsOf(agency)
    expect(others).toEqual([])
    const [year, month] = localDay(first?.firstSeenAt ?? new Date(0)).split('-')
    expect(first).toMatchObject({
      url,
      uniqueId: expect.stringMatching(/^praias-do-nordeste_/) as string,
      objectKey: `raw-pages/${agency}/${year}/${month}/${first?.digest}.warc.gz`,
    })
    const archive = await storage().findBytes(first?.objectKey ?? '')
    const { address, answer } = await readWarc(archive ?? new Uint8Array())
    expect(address).toBe(url)
    expect(Buffer.from(answer.bytes).toString()).toContain(
      '<h1 class="documentFirstHeading">Praias do Nordeste</h1>',
    )
    // Another text is another record.
    await passHours(stack.db, agency, 8)
    site.articles.set(agency, [
      { ...article, text: 'Outro texto da redação do ministério, com as correções.' },
    ])
    await scrape(agency)
    const [same, second] = await rowsOf(agency)
    expect(same).toEqual(first)
    expect(second).toMatchObject({ url, uniqueId: first?.uniqueId })
    expect(second?.digest).not.toBe(first?.digest)
  })

  /** A page of an agency, read at an instant. */
  const read = (agencyKey: string, at: Date, changes: { url?: string; text?: string } = {}): ReadPage => {
    const { url = 'https://www.gov.br/x/a', text = '<p>a</p>' } = changes
    return {
      agencyKey,
      url,
      kind: 'plone-html',
      uniqueId: null,
      entry: { url, title: 'A', stamp: null, category: null, tags: [] },
      page: {
        url,
        finalUrl: url,
        text,
        answer: { status: 200, headers: new Headers(), bytes: Buffer.from(text) },
        validators: { etag: null, lastModified: null },
      },
      at,
    }
  }
  const keep = (page: ReadPage) => keepRaw({ db: stack.db, storage: storage() }, page, logger)

  it.each([
    ['the same page again', {}, 1],
    ['another text', { text: '<p>b</p>' }, 2],
    ['another address with the same text', { url: 'https://www.gov.br/x/b' }, 2],
  ])('are %3$i after %1$s', async (name, changes, count) => {
    const agency = `again-${name.length}`
    const [earlier, later] = [timeAgo(2, 'hour'), timeAgo(1, 'hour')]
    expect(await keep(read(agency, earlier))).toBe(true)
    expect(await keep({ ...read(agency, later, changes), uniqueId: 'a_1' })).toBe(true)
    const rows = await rowsOf(agency)
    expect(rows).toHaveLength(count)
    expect(rows[0]?.firstSeenAt).toEqual(earlier)
    expect(rows.at(-1)).toMatchObject({ lastSeenAt: later, uniqueId: 'a_1' })
    // A process that is late changes nothing of a later reading.
    await keep(read(agency, earlier, changes))
    expect((await rowsOf(agency)).at(-1)).toMatchObject({ lastSeenAt: later, uniqueId: 'a_1' })
  })

  it('are not recorded when the bucket fails, and kept by the next run', async () => {
    const put = () => Promise.reject(new Error('the bucket is full'))
    const page = read('cheio', timeAgo(1, 'hour'))
    expect(await keepRaw({ db: stack.db, storage: { put } }, page, logger)).toBe(false)
    expect(await rowsOf('cheio')).toEqual([])
    expect(await keep(page)).toBe(true)
    expect(await rowsOf('cheio')).toHaveLength(1)
  })

  it('are removed with their objects after two years', async () => {
    await Promise.all([729, 731].map((days) => keep(read(`dias-${days}`, timeAgo(days * 24, 'hour')))))
    const keys = (await Promise.all([729, 731].map((days) => rowsOf(`dias-${days}`)))).flat()
    const { result } = await (await startRun(stack, 'purge')).until('succeeded')
    expect(result).toMatchObject({ rawPages: 1 })
    expect(await rowsOf('dias-731')).toEqual([])
    const found = await Promise.all(keys.map(({ objectKey }) => storage().findBytes(objectKey)))
    expect(found.map((bytes) => bytes !== undefined)).toEqual([true, false])
  })
})
