import { AGENCY_SITES } from '@pauta/core/agencies/sites'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { byForm } from '../kit/runner/form.ts'
import { startScrapeKills, type ScrapeKills } from '../kit/processes/kill-scrapes.ts'
import { NewsSite, siteDate, type SiteArticle } from '../kit/services/news-site.ts'
import { countRawEvents } from '../kit/workers/pipeline-state.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'
import { tables } from '../kit/rows/tables.ts'

/** The long form kills before and after each outward call, the short form after every `STEP`-th call of a store. */
const STEP = byForm({ short: 6, long: 1 })
const MOMENTS = (['after', 'before'] as const).slice(0, byForm({ short: 1, long: 2 }))
const CALLS_MIN = 40
const EDITED = 'O texto foi corrigido pela redação do ministério depois da publicação da notícia.'

const agencies = AGENCY_SITES.filter(
  ({ active, kind, url }) => active && kind === 'plone-html' && url.endsWith('/pt-br/assuntos/noticias'),
).map(({ key }) => key)

const site = new NewsSite()
let stack: SharedStack
let kills: ScrapeKills
/** How often each article changed, by its address. */
const versions = new Map<string, number>()

beforeAll(async () => {
  await site.start()
  stack = await shareTestStack()
  stack.gates.sites.leadTo(site.port)
  kills = await startScrapeKills(stack, site.url)
})
afterAll(async () => {
  await kills.stop()
  await site.stop()
})

const anArticle = (slug: string, minutesAgo: number): SiteArticle => ({
  slug,
  title: `Notícia ${slug}`,
  date: siteDate(new Date(Date.now() - minutesAgo * 60_000)),
})

/** Stores one article by a first visit, then publishes two new articles and an edit of the first one. */
async function prepare(agency: string, visit: number): Promise<void> {
  const first = anArticle(`primeira-${visit}`, 90)
  const others = [anArticle(`segunda-${visit}`, 60), anArticle(`terceira-${visit}`, 30)]
  site.articles.delete(agency)
  const [url, ...newUrls] = [first, ...others].map(
    ({ slug }) => `https://www.gov.br/${agency}/pt-br/assuntos/noticias/${slug}`,
  )
  site.articles.set(agency, [first])
  await tables.scrapeSites.remove(stack.db, { agencyKey: agency })
  await kills.runSchedules(agency)
  await expect.poll(() => stack.db`select 1 from articles where url = ${url ?? ''}`).toHaveLength(1)
  await tables.scrapeSites.set(
    stack.db,
    { agencyKey: agency },
    { nextAt: null, lastLookedAgainAt: null, lastDeepAt: new Date() },
  )
  site.articles.set(agency, [...others.toReversed(), { ...first, text: EDITED }])
  versions.set(url ?? '', 2)
  for (const newUrl of newUrls) versions.set(newUrl, 1)
}

interface Row {
  url: string
  uniqueId: string
  isEdited: boolean
}
const listRows = () => stack.db<Row[]>`
  select url, unique_id, content like ${`%${EDITED}%`} as is_edited from articles`

/** Returns the numbers of the calls at which a run is killed: every `STEP`-th call of each store and of the sites. */
function chooseCalls(names: readonly string[]): number[] {
  const numbered = names.map((name, at) => ({ store: name.split(' ')[0], call: at + 1 }))
  return [...Map.groupBy(numbered, ({ store }) => store).values()].flatMap((ofStore) =>
    ofStore.filter((_, at) => at % STEP === 0).map(({ call }) => call),
  )
}

describe('a scraper process that is killed at an outward call', () => {
  it('loses no article and no edit and stores nothing twice, when the next schedules go on', async () => {
    await prepare('mec', 0)
    await kills.run('mec')
    const names = kills.listCalls()
    expect(names.length).toBeGreaterThan(CALLS_MIN)
    const struck: string[] = []
    let visit = 0
    for (const call of chooseCalls(names)) {
      for (const moment of MOMENTS) {
        visit += 1
        const agency = agencies[visit % agencies.length] ?? ''
        await prepare(agency, visit)
        struck.push((await kills.run(agency, { call, moment })) ?? 'none')
        await kills.runSchedules(agency)
      }
    }
    const stores = new Set(struck.map((name) => name.split(' ')[0]))
    expect(stores).toEqual(new Set(['aws', 'database', 'sites']))
    const stored = async () => {
      const found = await listRows()
      return {
        count: found.length,
        versions: new Map(found.map(({ url, isEdited }) => [url, isEdited ? 2 : 1])),
      }
    }
    await expect.poll(stored).toEqual({ count: versions.size, versions })
    const rows = await listRows()
    const countEvents = async () => {
      const events = await countRawEvents(
        stack,
        rows.map(({ uniqueId }) => uniqueId),
      )
      return rows.map(({ url, uniqueId }) => [url, events.get(`news.scraped ${uniqueId}`)])
    }
    await expect.poll(countEvents).toEqual(rows.map(({ url }) => [url, versions.get(url)]))
  })
})
