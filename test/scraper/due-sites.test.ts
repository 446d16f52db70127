import { createLogger } from '@pauta/platform/telemetry/logger'
import { loadConfig } from '@pauta/platform/config/config'
import { readDue } from '@pauta/functions/jobs/scrape/own-work'
import { scrape } from '@pauta/functions/jobs/scrape/job'
import { ContinueLater } from '@pauta/platform/jobs/run-job'
import { openWork, SCRAPE_SECTIONS } from '@pauta/scraper/runs/open-work'
import { runScrape, scrapeDue } from '@pauta/scraper/runs/run'
import { listDueSites, listSites } from '@pauta/scraper/store/listed-sites'
import { scrapeRequest } from '@pauta/scraper/runs/requests'
import { freeSite, holdSite } from '@pauta/scraper/store/site-state'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { at, NOW, type Columns } from '../kit/rows/delivery-rows.ts'
import { clearTables, tables, timeAhead } from '../kit/rows/tables.ts'
import { NewsSite, siteDate } from '../kit/services/news-site.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'
import { startRun } from '../kit/workers/runs.ts'

// Scheduled runs, which read the sites that are due. All other sites wait for a day that does not come.
const MINUTE = 60
const HOUR = 60 * MINUTE

const site = new NewsSite()
let stack: SharedStack
beforeAll(async () => {
  await site.start()
  stack = await shareTestStack({ retrySeconds: () => 0 })
  stack.gates.sites.leadTo(site.port)
})
afterAll(() => site.stop())

/** Makes some agencies due, and no other. */
async function makeDue(...agencies: string[]): Promise<void> {
  await clearTables(stack.db, ['scrapeSites', 'scrapeHosts', 'scrapeBreakers'])
  site.faults.clear()
  const others = (await listSites(stack.db)).filter(({ key }) => !agencies.includes(key))
  const waiting = { nextAt: timeAhead(1, 'day'), lastRunAt: new Date() }
  await tables.scrapeSites.add(
    stack.db,
    others.map(({ key }) => ({ agencyKey: key, ...waiting })),
  )
}

const publish = (agency: string) =>
  site.publish(agency, {
    slug: `${agency}-${site.requests.length}`,
    title: `Notícia de ${agency} ${site.requests.length}`,
    date: siteDate(new Date(Date.now() - 60_000)),
  })

const request = () => ({ ...scrapeRequest([], new Date()), agencies: [] })
async function openSurroundings(deadline = Date.now() + 60_000) {
  const config = loadConfig(...SCRAPE_SECTIONS)
  const work = await openWork(config, { db: stack.db, logger: createLogger({ level: 'silent' }) })
  return { ...work, deadline }
}

describe('a scheduled run', () => {
  it('reads all sites that are due in one invocation, and a fault of one is no fault of the run', async () => {
    await makeDue('mec', 'cultura', 'saude')
    publish('mec')
    publish('saude')
    site.faults.set('/cultura/pt-br/assuntos/noticias', { status: 500 })
    const run = await startRun(stack, 'scrape', {}, { manual: false })
    const { result } = await run.until('succeeded')
    expect(result).toMatchObject({
      status: 'partial',
      articles_saved: 2,
      agencies_processed: expect.arrayContaining(['mec', 'saude']) as string[],
      errors: [{ agency: 'cultura', error: expect.stringMatching(/^network_error: /) as string }],
      left: 0,
    })
    const again = await startRun(stack, 'scrape', {}, { manual: false })
    expect((await again.until('succeeded')).result).toMatchObject({
      // The failed site alone is due again; the others wait for the next quarter of an hour.
      agencies_processed: expect.not.arrayContaining(['saude']) as string[],
    })
  })

  it('is no failure of the job when a site shows the notice of a maintenance', async () => {
    await makeDue('mec', 'saude')
    publish('saude')
    site.faults.set('/mec/pt-br/assuntos/noticias', {
      status: 200,
      body: '<html><head><title>Portal</title></head><body><h1>Portal em manutenção</h1></body></html>',
    })
    const run = await startRun(stack, 'scrape', {}, { manual: false })
    expect((await run.until('succeeded')).result).toMatchObject({
      articles_saved: 1,
      errors: [{ agency: 'mec', error: expect.stringMatching(/^unknown: .*maintenance page/) as string }],
    })
  })

  it('reads the others when the state of one cannot be stored, and then fails', async () => {
    await makeDue('mec', 'saude')
    const url = publish('saude')
    await stack.db`alter table scrape_sites add constraint no_mec check (agency_key <> 'mec') not valid`
    try {
      const run = await startRun(stack, 'scrape', {}, { manual: false })
      expect((await run.until('waiting')).error).toMatch(/mec: internal: .*no_mec/)
    } finally {
      await stack.db`alter table scrape_sites drop constraint no_mec`
    }
    await expect.poll(() => stack.db`select 1 from articles where url = ${url}`).toHaveLength(1)
  })

  it('continues in the next one with what its time did not suffice for', async () => {
    await makeDue('mec', 'saude')
    const none = await scrapeDue('agencies', request(), await openSurroundings(Date.now()))
    expect(none).toMatchObject({ agencies_processed: [], left: 2 })
    const all = await scrapeDue('agencies', request(), await openSurroundings())
    expect(all).toMatchObject({ agencies_processed: ['mec', 'saude'], left: 0 })
  })

  it('leaves the rest to the next one, and a run by hand continues', async () => {
    await makeDue('mec', 'saude')
    const logger = createLogger({ level: 'silent' })
    const context = { db: stack.db, config: loadConfig(...scrape.config), scheduledTime: new Date(), logger }
    const end = (manual: boolean, deadline?: number) => readDue('agencies', { ...context, manual }, deadline)
    expect(await end(false, Date.now())).toMatchObject({ status: 'completed', left: 2 })
    await expect(end(true, Date.now())).rejects.toThrow(ContinueLater)
    expect(await end(true)).toMatchObject({ agencies_processed: ['mec', 'saude'], left: 0 })
  })

  it('leaves a site to the run that reads it', async () => {
    await makeDue('mec', 'saude')
    const until = new Date(Date.now() + 60_000)
    expect(await holdSite(stack.db, { agencyKey: 'mec', now: new Date(), until, isScheduled: false })).toBe(
      true,
    )
    const asked = site.asked('/mec/')
    const due = await scrapeDue('agencies', request(), await openSurroundings())
    expect(due).toMatchObject({ status: 'completed', agencies_processed: ['saude'], left: 0 })
    const body = { ...request(), agencies: ['mec'] }
    expect(await runScrape('agencies', body, await openSurroundings())).toMatchObject({
      status: 'failed',
      errors: [{ agency: 'mec', error: 'busy: another run reads this site' }],
    })
    expect(site.asked('/mec/')).toBe(asked)
    await freeSite(stack.db, { agencyKey: 'mec', until })
    expect(await runScrape('agencies', body, await openSurroundings())).toMatchObject({ status: 'completed' })
  })

  it('never reads a site at once with another one', async () => {
    await makeDue('mec', 'saude', 'cultura', 'mpa')
    for (const agency of ['mec', 'saude', 'cultura', 'mpa']) publish(agency)
    const runs = await Promise.all(
      [1, 2, 3].map(async () => await scrapeDue('agencies', request(), await openSurroundings())),
    )
    const read = runs.flatMap(({ agencies_processed }) => agencies_processed)
    expect(read.toSorted()).toEqual(['cultura', 'mec', 'mpa', 'saude'])
  })
})

describe('a site that is due', () => {
  beforeEach(() => clearTables(stack.db, ['scrapeSites']))
  const isDue = async () => (await listDueSites(stack.db, 'agencies', NOW)).some(({ key }) => key === 'mec')

  it.each<[Columns, boolean]>([
    [{}, false],
    [{ nextAt: null }, true],
    [{ nextAt: at(10 * MINUTE) }, true],
    [{ nextAt: at(10 * MINUTE + 1) }, false],
    [{ agencyKey: 'saude' }, true],
  ])('by its state %j: %j', async (columns, due) => {
    const state = { agencyKey: 'mec', nextAt: at(HOUR), lastRunAt: at(-HOUR) }
    await tables.scrapeSites.add(stack.db, { ...state, ...columns })
    expect(await isDue()).toBe(due)
  })

  it('belongs to one route', async () => {
    const keys = async (route: 'agencies' | 'ebc') =>
      (await listDueSites(stack.db, route, NOW)).map(({ key }) => key)
    expect((await keys('ebc')).toSorted()).toEqual(['agencia_brasil', 'tvbrasil'])
    expect(await keys('agencies')).not.toContain('tvbrasil')
  })

  it('comes first when it waits longest', async () => {
    await tables.scrapeSites.add(stack.db, [
      { agencyKey: 'mec', lastRunAt: at(-HOUR) },
      { agencyKey: 'saude', lastRunAt: at(-2 * HOUR) },
    ])
    const keys = (await listDueSites(stack.db, 'agencies', NOW)).map(({ key }) => key)
    expect(keys.slice(-2)).toEqual(['saude', 'mec'])
  })
})

describe('the hold of a site', () => {
  beforeEach(() => clearTables(stack.db, ['scrapeSites']))
  const until = at(MINUTE)
  const hold = (seconds: number, isScheduled = false) =>
    holdSite(stack.db, { agencyKey: 'mec', now: at(seconds), until: at(seconds + MINUTE), isScheduled })

  it.each([
    ['is taken when nobody has it', undefined, 0, true],
    ['is not taken while another has it', { agencyKey: 'mec', heldUntil: until }, MINUTE - 1, false],
    ['is taken when the other counts as dead', { agencyKey: 'mec', heldUntil: until }, MINUTE, true],
    ['is taken beside that of another site', { agencyKey: 'saude', heldUntil: until }, 0, true],
  ])('%s', async (_, row, seconds, taken) => {
    if (row) await tables.scrapeSites.add(stack.db, row)
    expect(await hold(seconds)).toBe(taken)
  })

  it.each([
    [true, 10 * MINUTE, true],
    [true, 10 * MINUTE + 1, false],
    [false, 10 * MINUTE + 1, true],
  ])(
    'by a scheduled run (%j) of a site that is due in %i s is taken: %j',
    async (isScheduled, due, taken) => {
      await tables.scrapeSites.add(stack.db, { agencyKey: 'mec', nextAt: at(due) })
      expect(await hold(0, isScheduled)).toBe(taken)
    },
  )

  it.each([
    ['its own', until, true],
    ['a later one', at(MINUTE + 1), false],
  ])('of %s ends: %s', async (_, heldUntil, ends) => {
    await tables.scrapeSites.add(stack.db, { agencyKey: 'mec', heldUntil })
    await freeSite(stack.db, { agencyKey: 'mec', until })
    expect(await hold(0)).toBe(ends)
  })
})
