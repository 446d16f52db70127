import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeCommandCaller } from '../kit/processes/call-command.ts'
import { NewsSite } from '../kit/services/news-site.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'
import { startRun } from '../kit/workers/runs.ts'
import { listSites } from '@pauta/scraper/store/listed-sites'
import { tables, timeAgo, timeAhead } from '../kit/rows/tables.ts'

const FEED = 'https://noticias.ipea.gov.br/rss.xml'
const site = new NewsSite()
let stack: SharedStack

const DENGUE =
  'O Ministério da Saúde enviou nesta terça-feira 40 mil doses da vacina contra a dengue a Campinas (SP), onde a campanha de vacinação nas unidades do SUS começa na próxima semana.'

/** A page of markup that no rule knows. */
const page = (title: string, text: string) =>
  `<html><head><title>${title} - Ipea</title></head><body><div class="a1"><h1>${title}</h1><div class="a2">${`<p>${text}</p>`.repeat(3)}</div></div></body></html>`

beforeAll(async () => {
  await site.start()
  stack = await shareTestStack()
  stack.gates.sites.leadTo(site.port)
  const items = ['inflacao', 'renda'].map((slug, hours) => {
    const text = `O instituto publicou nesta terça-feira o estudo ${slug}, que alcançou mais de duzentos municípios do país.`
    site.faults.set(`/${slug}`, { status: 200, body: page(`Estudo sobre ${slug}`, text) })
    return `<item><title>Estudo sobre ${slug}</title><link>https://noticias.ipea.gov.br/${slug}</link><pubDate>${timeAgo(hours + 1, 'hour').toUTCString()}</pubDate></item>`
  })
  site.faults.set('/dengue', { status: 200, body: page('Vacina contra a dengue chega a Campinas', DENGUE) })
  items.push(
    `<item><title>Vacina contra a dengue chega a Campinas</title><link>https://noticias.ipea.gov.br/dengue</link><pubDate>${timeAgo(3, 'hour').toUTCString()}</pubDate></item>`,
  )
  const headers = { 'content-type': 'application/rss+xml' }
  site.faults.set('/rss.xml', {
    status: 200,
    body: `<rss><channel>${items.join('')}</channel></rss>`,
    headers,
  })
})
afterAll(async () => {
  await site.stop()
  await stack.stop()
})

/** Lets all sites that the stage has wait for another day. */
async function readNothingElse(): Promise<void> {
  const waiting = { nextAt: timeAhead(1, 'day'), lastRunAt: new Date() }
  const sites = await listSites(stack.db)
  await tables.scrapeSites.add(
    stack.db,
    sites.map(({ key }) => ({ agencyKey: key, ...waiting })),
  )
}

it('a site that one command adds is searchable after the next run', async () => {
  await readNothingElse()
  const call = makeCommandCaller(() => stack.stack.environment)
  const added = await call('catalogue', ['add', 'site', FEED, '--agency', 'ipea', '--name', 'Ipea', '--yes'])
  expect(added).toMatchObject({ code: 0 })
  const status = async (agency: string) => (await call('scrape', ['status', '--agency', agency])).stdout
  expect(await status('ipea')).toContain('The site of ipea was not read yet. The next run reads it')
  expect(await status('nenhuma')).toContain('The agency nenhuma has no site')
  const run = await startRun(stack, 'scrape', {}, { manual: false })
  await run.until('succeeded')
  expect(await status('ipea')).toMatch(/^ipea +\d/m)
  const find = async () =>
    (await stack.query('{ articles(filter: { agencies: ["ipea"] }) { found articles { title url } } }')) as {
      articles: { found: number; articles: unknown[] }
    }
  await expect.poll(async () => (await find()).articles.found).toBe(3)
  expect((await find()).articles.articles).toContainEqual({
    title: 'Estudo sobre renda',
    url: 'https://noticias.ipea.gov.br/renda',
  })
})

it('a scraped article has a theme, a summary and its places without a label of its site', async () => {
  const read = async () =>
    await stack.query<{
      articles: { articles: { title: string; summary: string | null; theme1Level1Code: string | null }[] }
    }>(
      '{ articles(filter: { agencies: ["ipea"], states: ["SP"], themes: ["03"] }) { articles { title summary theme1Level1Code } } }',
    )
  await expect
    .poll(async () => (await read()).articles.articles)
    .toEqual([
      {
        title: 'Vacina contra a dengue chega a Campinas',
        summary: expect.stringContaining('40 mil doses da vacina contra a dengue a Campinas (SP)') as string,
        theme1Level1Code: '03',
      },
    ])
})
