import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeArticles } from '@pauta/core/removals/removals'
import { loadConfig } from '@pauta/platform/config/config'
import { connectStorage } from '@pauta/platform/storage/storage'
import { localDay } from '@pauta/platform/time/time'
import { writeWarc } from '@pauta/scraper/raw-pages/warc'
import { makeCommandCaller } from '../kit/processes/call-command.ts'
import { eventually } from '../kit/runner/eventually.ts'
import { passHours } from '../kit/rows/scrape-rows.ts'
import { tables, timeAgo } from '../kit/rows/tables.ts'
import { NewsSite, siteDate } from '../kit/services/news-site.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'
import { startRun } from '../kit/workers/runs.ts'

const site = new NewsSite()
let stack: SharedStack
beforeAll(async () => {
  await site.start()
  stack = await shareTestStack()
  stack.gates.sites.leadTo(site.port)
})
afterAll(() => site.stop())

const call = makeCommandCaller(() => stack.stack.environment)
const reread = (...args: string[]) => call('scrape', ['reread', ...args])
const storage = () => connectStorage(loadConfig('storage').storage)

interface Row {
  uniqueId: string
  title: string
  subtitle: string | null
  content: string
  deletedAt: Date | null
  versionAt: Date
}
const find = async (agency: string) =>
  (
    await stack.db<Row[]>`
      select unique_id, title, subtitle, content, deleted_at, version_at from articles where agency_key = ${agency}`
  )[0]
const get = async (agency: string): Promise<Row> => {
  const row = await find(agency)
  if (!row) throw new Error(`no article of ${agency}`)
  return row
}

const scrape = async (agency: string) =>
  (await startRun(stack, 'scrape', { agency }, { target: agency })).until('succeeded')

/** Publishes an article and waits until it is stored. */
async function store(agency: string, text?: string): Promise<Row> {
  const article = { slug: 'a', title: `Notícia de ${agency}`, date: siteDate(timeAgo(1, 'hour')) }
  site.publish(agency, { ...article, ...(text !== undefined && { text }) })
  await scrape(agency)
  return await eventually(() => get(agency))
}

/** Gives the article what an earlier reader had made of its page. */
const spoil = (agencyKey: string, content = 'Legenda da foto') =>
  tables.articles.set(
    stack.db,
    { agencyKey },
    { content, subtitle: 'Legenda da foto', contentHash: 'earlier' },
  )

async function countsOf(...args: string[]): Promise<Record<string, number>> {
  const { stdout, stderr } = await reread(...args, '--json')
  if (stdout === '') throw new Error(stderr)
  return (JSON.parse(stdout) as { counts: Record<string, number> }).counts
}

describe('pauta scrape reread', () => {
  it('shows what today’s readers change, then stores it', async () => {
    const agency = 'mec'
    const { uniqueId, content } = await store(agency)
    await spoil(agency)
    const shown = await reread('--agency', agency, '--dry-run')
    expect(shown.code).toBe(0)
    expect(shown.stdout).toContain(`mec: ${uniqueId}\n`)
    expect(shown.stdout).toMatch(/subtitle: "Legenda da foto" → \(nothing\)/)
    expect(shown.stdout).toMatch(/content: "Legenda da foto" → "Notícia de mec\. O ministério apresentou/)
    expect(shown.stdout).toContain('1 pages read again, 0 articles sent: 1 changed')
    expect(await get(agency)).toMatchObject({ content: 'Legenda da foto', subtitle: 'Legenda da foto' })
    expect(await reread('--agency', agency)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('1 pages read again, 1 articles sent: 1 changed') as string,
    })
    await eventually(async () => expect(await get(agency)).toMatchObject({ content, subtitle: null }))
    expect(await countsOf('--agency', agency)).toEqual({ pages: 1, same: 1 })
  })

  it('leaves an article alone that has a newer version', async () => {
    const agency = 'cultura'
    const { versionAt } = await store(agency)
    await spoil(agency)
    const newer = new Date(versionAt.getTime() + 1)
    await tables.articles.set(stack.db, { agencyKey: agency }, { versionAt: newer })
    expect(await countsOf('--agency', agency)).toEqual({ pages: 1, older: 1 })
    expect(await get(agency)).toMatchObject({ content: 'Legenda da foto' })
  })

  it('reads the newest page of an address alone', async () => {
    const agency = 'esporte'
    await store(agency)
    await passHours(stack.db, agency, 8)
    const text = 'Outro texto da redação do ministério, com as correções de terça-feira.'
    site.articles.set(
      agency,
      (site.articles.get(agency) ?? []).map((article) => ({ ...article, text })),
    )
    await scrape(agency)
    await eventually(async () => expect((await get(agency)).content).toContain('Outro texto'))
    await spoil(agency)
    expect(await countsOf('--agency', agency)).toEqual({ pages: 1, changed: 1, sent: 1 })
    await eventually(async () => expect((await get(agency)).content).toContain('Outro texto'))
  })

  it('brings no removed article back', async () => {
    const agency = 'turismo'
    const { uniqueId } = await store(agency)
    await spoil(agency)
    const url = `https://www.gov.br/${agency}/pt-br/assuntos/noticias/a`
    await removeArticles(stack.db, [{ uniqueId, agencyKey: agency, url, removedAt: new Date() }])
    expect(await countsOf('--agency', agency)).toEqual({ pages: 1, down: 1 })
    expect((await get(agency)).deletedAt).not.toBeNull()
  })

  it('holds a text back that lacks four fifths of the stored one, unless the operator allows it', async () => {
    const agency = 'mda'
    const { content } = await store(agency)
    const long = content.repeat(6)
    await spoil(agency, long)
    const held = await reread('--agency', agency)
    expect(held.code).toBe(1)
    expect(held.stdout).toContain('lacks four fifths of the stored one')
    expect((await get(agency)).content).toBe(long)
    expect(await countsOf('--agency', agency, '--allow-shorter')).toEqual({ pages: 1, changed: 1, sent: 1 })
    await eventually(async () => expect((await get(agency)).content).toBe(content))
  })

  it('loses nothing of a page that today’s readers cannot read, or that the bucket has lost', async () => {
    const agency = 'mme'
    const { content } = await store(agency)
    const [page] = await stack.db<Record<string, string>[]>`
      select agency_key, url, object_key, kind, unique_id, entry from scrape_raw_pages where agency_key = ${agency}`
    const { objectKey = '', url: address = '' } = page ?? {}
    const original = await storage().findBytes(objectKey)
    const bytes = Buffer.from('<html><body><p>Em breve.</p></body></html>')
    const answer = { status: 200, headers: new Headers(), bytes }
    await storage().put(objectKey, await writeWarc({ address, at: new Date(), answer }), 'application/warc')
    const found = await reread('--agency', agency)
    expect(found).toMatchObject({ code: 1, stdout: expect.stringContaining('cannot be read') as string })
    expect(found.stdout).toContain('1 pages read again, 0 articles sent: 1 unreadable')
    // An earlier page stands in for notices alone.
    const earlier = { objectKey: 'raw-pages/mme/earlier.warc.gz', digest: 'earlier' }
    await storage().put(earlier.objectKey, original ?? '', 'application/warc')
    const at = timeAgo(1, 'hour')
    await tables.scrapeRawPages.add(stack.db, { ...page, ...earlier, firstSeenAt: at, lastSeenAt: at })
    await storage().put(objectKey, 'no archive', 'application/warc')
    expect(await countsOf('--agency', agency)).toEqual({ pages: 1, unreadable: 1 })
    await storage().remove([objectKey])
    expect(await countsOf('--agency', agency)).toEqual({ pages: 1, missing: 1 })
    expect((await get(agency)).content).toBe(content)
  })

  it('brings the text back that the notice of a site replaced', async () => {
    const agency = 'mre'
    const { content } = await store(agency)
    const [page] = await stack.db<Record<string, string>[]>`
      select agency_key, url, kind, unique_id, entry from scrape_raw_pages where agency_key = ${agency}`
    const notice = 'Pedimos desculpas pelo transtorno. O portal volta em breve.'
    const answer = {
      status: 200,
      headers: new Headers(),
      bytes: Buffer.from(`<html><body><h1>Portal em atualização</h1><p>${notice}</p></body></html>`),
    }
    const at = new Date()
    const objectKey = 'raw-pages/mre/notice.warc.gz'
    const address = page?.['url'] ?? ''
    await storage().put(objectKey, await writeWarc({ address, at, answer }), 'application/warc')
    const row = { ...page, digest: 'notice', objectKey, firstSeenAt: at, lastSeenAt: at }
    await tables.scrapeRawPages.add(stack.db, row)
    // What an earlier reader had made of it. Versions are whole seconds.
    await spoil(agency, notice)
    const versionAt = new Date(Math.floor(at.getTime() / 1_000) * 1_000)
    await tables.articles.set(stack.db, { agencyKey: agency }, { versionAt })
    expect(await countsOf('--agency', agency)).toEqual({ pages: 1, changed: 1, sent: 1 })
    await eventually(async () => expect((await get(agency)).content).toBe(content))
    expect(await countsOf('--agency', agency)).toEqual({ pages: 1, same: 1 })
  })

  it('adds an article whose page could not be sent before', async () => {
    const agency = 'mpa'
    const { uniqueId } = await store(agency)
    await tables.articles.remove(stack.db, { agencyKey: agency })
    expect(await countsOf('--agency', agency)).toEqual({ pages: 1, unstored: 1 })
    await tables.scrapeRawPages.set(stack.db, { agencyKey: agency }, { uniqueId: null })
    await tables.scrapeAddresses.remove(stack.db, { agencyKey: agency })
    expect(await countsOf('--agency', agency)).toEqual({ pages: 1, new: 1, sent: 1 })
    expect((await eventually(() => get(agency))).uniqueId).toBe(uniqueId)
  })

  it('reads the pages of days, and continues where a call ended', async () => {
    const agency = 'agu'
    await store(agency)
    // 120 pages: three steps. Nine days ago the date of the article lay in the future, which no page may state.
    const [page] = await stack.db<Record<string, string>[]>`
      select agency_key, url, digest, object_key, kind, unique_id, entry from scrape_raw_pages
      where agency_key = ${agency}`
    const at = timeAgo(9, 'day')
    const others = Array.from({ length: 119 }, (_, position) => ({
      ...page,
      url: `${page?.['url']}${position}`,
      firstSeenAt: at,
      lastSeenAt: at,
    }))
    await tables.scrapeRawPages.add(stack.db, others)
    const earlier = localDay(timeAgo(9, 'day'))
    const later = localDay(timeAgo(8, 'day'))
    const { stderr } = await reread('--agency', agency, '--dry-run')
    expect(stderr).toMatch(/50 pages read again.*\n100 pages read again.*\n120 pages read again/)
    const after = /--after (\d+) continues/.exec(stderr)?.[1] ?? ''
    expect(await countsOf('--agency', agency, '--after', after, '--dry-run')).toEqual({
      pages: 70,
      undated: 70,
    })
    expect(await countsOf('--agency', agency, '--to', earlier, '--dry-run')).toEqual({
      pages: 119,
      undated: 119,
    })
    expect(await countsOf('--agency', agency, '--from', later, '--dry-run')).toEqual({ pages: 1, same: 1 })
    expect(await reread('--from', later, '--to', earlier)).toMatchObject({ code: 2 })
    expect(await reread('--from', '2026-02-30')).toMatchObject({ code: 2 })
  })
})
