import {
  findNightShare,
  findPause,
  findSiteState,
  finishSiteRun,
  recordNewsDays,
  saveSiteProgress,
  type FinishedRun,
} from '@pauta/scraper/store/site-state'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { at, NOW, type Columns } from '../kit/rows/delivery-rows.ts'
import { clearTables, tables } from '../kit/rows/tables.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

// What is remembered of a site between runs, on rows that differ from a matching row in one column.
const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MEC = { agencyKey: 'mec', now: NOW }

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack({ idleWorkers: ['enrich', 'classify', 'embed', 'index'] })
})
afterAll(() => stack.stop())
beforeEach(() => clearTables(stack.db, ['articles', 'scrapeSites', 'scrapeDays']))

const RUN: FinishedRun = {
  agencyKey: 'mec',
  kind: 'feed',
  structure: 'general',
  isFailed: false,
  isUnfinished: false,
  isWhole: true,
  errorKind: null,
  errorMessage: null,
  hasFound: true,
  lookedAgain: true,
  wasDeep: true,
  nextAt: at(HOUR),
  pages: 1,
  unchanged: 2,
  listed: 3,
  undated: 4,
  scraped: 5,
  sent: 6,
  removed: 7,
  readings: 8,
  fallbacks: 9,
  seconds: 10,
  fields: { title: 5 },
}
const finish = (second: number, changes: Partial<FinishedRun> = {}) =>
  finishSiteRun(stack.db, { ...RUN, ...changes }, at(second))
const readSite = async () =>
  (await stack.db<Columns[]>`select * from scrape_sites where agency_key = 'mec'`)[0]
const FAILED = { isFailed: true, isWhole: false, errorKind: 'anti_bot', errorMessage: 'x' } as const

describe('the end of a run', () => {
  it('is remembered whole, and by what it did', async () => {
    await finish(0)
    const times = {
      lastRunAt: NOW,
      lastSuccessAt: NOW,
      lastFoundAt: NOW,
      lastLookedAgainAt: NOW,
      lastDeepAt: NOW,
    }
    const first = { kind: 'feed', structure: 'general', nextAt: at(HOUR), ...times, failures: 0 }
    const none = { errorKind: null, errorMessage: null, lastFailedAt: null, lastFailedKind: null }
    expect(await readSite()).toMatchObject({ ...first, ...none })
    await finish(9, { kind: 'wordpress', nextAt: null, ...FAILED })
    expect(await readSite()).toMatchObject({
      ...first,
      kind: 'wordpress',
      nextAt: null,
      lastRunAt: at(9),
      lastFoundAt: at(9),
      failures: 1,
      errorKind: 'anti_bot',
      errorMessage: 'x',
      lastFailedAt: at(9),
      lastFailedKind: 'anti_bot',
    })
    await finish(10, FAILED)
    expect(await readSite()).toMatchObject({ failures: 2 })
    await finish(11, { kind: 'feed' })
    expect(await readSite()).toMatchObject({
      ...first,
      lastRunAt: at(11),
      lastSuccessAt: at(11),
      lastFoundAt: at(11),
      lastLookedAgainAt: at(11),
      lastDeepAt: at(11),
      ...none,
      lastFailedAt: at(10),
      lastFailedKind: 'anti_bot',
    })
  })

  it.each<[Partial<FinishedRun>, string[]]>([
    [{ isWhole: false }, ['lastSuccessAt']],
    [{ hasFound: false }, ['lastFoundAt']],
    [{ lookedAgain: false }, ['lastLookedAgainAt']],
    [{ wasDeep: false }, ['lastDeepAt']],
    [{ isUnfinished: true }, ['lastDeepAt', 'lastLookedAgainAt']],
    [{ isFailed: true }, ['lastDeepAt', 'lastLookedAgainAt']],
  ])('with %j keeps the time of %j, at a first run and a later one', async (changes, kept) => {
    const names = ['lastDeepAt', 'lastFoundAt', 'lastLookedAgainAt', 'lastSuccessAt']
    const listUnlike = async (time: Date) => {
      const row = await readSite()
      return names.filter((name) => (row?.[name] as Date | null)?.getTime() !== time.getTime())
    }
    await finish(0, changes)
    expect(await listUnlike(NOW)).toEqual(kept)
    await finish(1)
    await finish(2, changes)
    expect(await listUnlike(at(2))).toEqual(kept)
    expect((await readSite())?.['lastRunAt']).toEqual(at(2))
  })

  it('keeps the structure that an earlier one found', async () => {
    await finish(0)
    await finish(1, { structure: null })
    expect(await readSite()).toMatchObject({ structure: 'general' })
    await finish(2, { structure: 'ul.noticias' })
    expect(await readSite()).toMatchObject({ structure: 'ul.noticias' })
  })

  it('is counted on its local day, with those before', async () => {
    const { pages, unchanged, listed, undated, scraped, sent, removed, readings, fallbacks, seconds } = RUN
    const counts = { pages, unchanged, listed, undated, scraped, sent, removed, readings, fallbacks, seconds }
    const days = () =>
      stack.db`select *, day::text as day from scrape_days where agency_key = 'mec' order by scrape_days.day`
    await finish(0)
    await finish(0, { agencyKey: 'saude' })
    const fields = { title: 5 }
    expect(await days()).toMatchObject([
      { day: '2026-06-01', runs: 1, failed: 0, errors: {}, fields, ...counts },
    ])
    await finish(1, { ...FAILED, fields: { title: 1, tags: 2 } })
    await finish(2, { isFailed: true })
    // The next day begins three hours after midnight in Greenwich.
    await finish(15 * HOUR - 1)
    await finish(15 * HOUR, FAILED)
    const doubled = (factor: number) =>
      Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, count * factor]))
    expect(await days()).toMatchObject([
      { runs: 4, failed: 2, errors: { anti_bot: 1 }, fields: { title: 16, tags: 2 }, ...doubled(4) },
      { day: '2026-06-02', runs: 1, failed: 1, errors: { anti_bot: 1 }, fields, ...counts },
    ])
  })
})

describe('the state of a site', () => {
  it('is unknown before its first run, and has its progress', async () => {
    expect(await findSiteState(stack.db, 'mec')).toBeUndefined()
    await saveSiteProgress(stack.db, 'mec', { page: 2 })
    expect(await findSiteState(stack.db, 'mec')).toMatchObject({
      agencyKey: 'mec',
      progress: { page: 2 },
      newsDays: [],
    })
    await finish(0)
    await finish(3, { isWhole: false, hasFound: false, wasDeep: false })
    await finish(4, { isWhole: false, hasFound: false, lookedAgain: false })
    await finish(5, { ...FAILED, hasFound: false })
    await recordNewsDays(stack.db, { ...MEC, days: ['2026-05-30'] })
    expect(await findSiteState(stack.db, 'mec')).toEqual({
      agencyKey: 'mec',
      kind: 'feed',
      progress: { page: 2 },
      nextAt: at(HOUR),
      lastRunAt: at(5),
      lastSuccessAt: NOW,
      lastFoundAt: NOW,
      lastLookedAgainAt: at(3),
      lastDeepAt: at(4),
      failures: 1,
      errorKind: 'anti_bot',
      errorMessage: 'x',
      newsDays: ['2026-05-30'],
    })
    await saveSiteProgress(stack.db, 'mec', null)
    expect(await findSiteState(stack.db, 'mec')).toMatchObject({ progress: null, lastRunAt: at(5) })
  })

  it.each([
    [10 * MINUTE, undefined],
    [10 * MINUTE + 1, { until: at(10 * MINUTE + 1), errorKind: 'anti_bot' }],
  ])('that is due in %i s has the pause %j', async (due, pause) => {
    await tables.scrapeSites.add(stack.db, [
      { agencyKey: 'mec', nextAt: at(due), errorKind: 'anti_bot' },
      { agencyKey: 'saude', nextAt: at(DAY), errorKind: null },
    ])
    expect(await findPause(stack.db, MEC)).toEqual(pause)
    expect(await findPause(stack.db, { ...MEC, agencyKey: 'ans' })).toBeUndefined()
  })

  it('has the days with news of the last sixty, each once and in their order', async () => {
    const record = (...days: string[]) => recordNewsDays(stack.db, { ...MEC, days })
    await record('2026-05-30')
    await recordNewsDays(stack.db, { ...MEC, agencyKey: 'saude', days: ['2026-05-29'] })
    await record('2026-06-02', '2026-06-01', '2026-05-30', '2026-04-03', '2026-04-02')
    expect((await findSiteState(stack.db, 'mec'))?.newsDays).toEqual([
      '2026-04-03',
      '2026-05-30',
      '2026-06-01',
    ])
  })
})

describe('the share of news at night', () => {
  /** Adds articles of an hour in Brasília, on some day before. */
  const add = (count: number, hour: number, { days = 1, agencyKey = 'mec', minute = 0 } = {}) =>
    tables.articles.add(
      stack.db,
      Array.from({ length: count }, (_, n) => {
        const uniqueId = `${agencyKey}_${days}_${hour}_${minute}_${n}`
        const midnight = Date.parse('2026-06-01T03:00:00Z') - days * DAY * 1000
        const publishedAt = new Date(midnight + (hour * HOUR + minute * MINUTE) * 1000)
        return { uniqueId, agencyKey, publishedAt, url: `https://a/${uniqueId}`, title: 'Um' }
      }),
    )
  const share = () => findNightShare(stack.db, MEC)

  it.each([
    [21, 0],
    [22, 0.1],
    [5, 0.1],
    [6, 0],
  ])('counts an article at %i h as %d', async (hour, expected) => {
    await add(9, 12)
    await add(1, hour)
    expect(await share()).toBe(expected)
  })

  it('is unknown for fewer than ten, of which midnight, others and other days are none', async () => {
    await add(9, 12)
    expect(await share()).toBeNull()
    await add(1, 0)
    await add(1, 12, { agencyKey: 'saude' })
    await add(1, 9, { days: 30 })
    // NOW is nine o'clock in Brasília.
    await add(1, 9, { days: 0, minute: 1 })
    expect(await share()).toBeNull()
    await add(1, 9, { days: 0 })
    expect(await share()).toBe(0)
    await add(1, 0, { minute: 1 })
    expect(await share()).toBeCloseTo(1 / 11)
  })

  it('includes articles of less than thirty days before', async () => {
    await add(9, 12)
    await add(1, 9, { days: 30, minute: 1 })
    expect(await share()).toBe(0)
  })
})
