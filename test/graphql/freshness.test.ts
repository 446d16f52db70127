import fc from 'fast-check'
import { finishSiteRun, type FinishedRun } from '@pauta/scraper/store/site-state'
import { listPublicationFreshness } from '@pauta/core/operations/freshness'
import { recordIncidents, type Trouble } from '@pauta/core/operations/incidents'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anArticle, ago } from '../kit/rows/factories.ts'
import { dayOf } from '../kit/oracles/oracle.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { clearTables, tables, timeAgo } from '../kit/rows/tables.ts'

const DAY_MS = 86_400_000
const FIELDS = `agencyKey agencyName state lastArticleId lastArticleAt silentDays usualPauseDays longPauseDays
  silentAfterDays articles lastReadAt failedReads lastFailedAt lastErrorKind fallbackShare`

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack()
})
afterAll(() => stack.stop())
beforeEach(async () => {
  await clearTables(stack.db, ['articles', 'scrapeSites', 'scrapeDays', 'incidents'])
})

interface Freshness {
  agencyKey: string
  state: string
  lastArticleAt: string | null
  silentDays: number | null
  usualPauseDays: number | null
  longPauseDays: number | null
  articles: number
}

const ask = async (agencies: readonly string[] | null = null) =>
  (
    await stack.query(`query ($a: [String!]) { agencyFreshness(agencies: $a) { ${FIELDS} } }`, {
      a: agencies,
    })
  ).agencyFreshness as Freshness[]

/** The freshness of an agency by a plain calendar, from the instants of its articles. */
function explain(instants: readonly Date[], now: Date) {
  const past = instants.filter((instant) => instant <= now)
  const last = past.toSorted((a, b) => a.getTime() - b.getTime()).at(-1)
  const dayNumber = (instant: Date) => Date.parse(`${dayOf(instant)}T00:00:00Z`) / DAY_MS
  const history = past.filter((instant) => instant.getTime() > now.getTime() - 180 * DAY_MS)
  const days = [...new Set(history.map(dayNumber))].sort((a, b) => a - b)
  const pauses = days.slice(1).map((day, at) => day - (days[at] ?? 0))
  const sorted = pauses.toSorted((a, b) => a - b)
  const isKnown = sorted.length >= 3
  const half = (sorted.length - 1) / 2
  const usual = isKnown ? ((sorted[Math.floor(half)] ?? 0) + (sorted[Math.ceil(half)] ?? 0)) / 2 : null
  const long = isKnown ? (sorted.find((_, at) => (at + 1) / sorted.length >= 0.95) ?? null) : null
  const silent = last ? dayNumber(now) - dayNumber(last) : null
  const judge = () => {
    if (silent === null) return 'UNKNOWN'
    if (long === null) return silent > 90 ? 'STOPPED' : 'UNKNOWN'
    if (silent > Math.max(6 * long, 90)) return 'STOPPED'
    if (silent > Math.max(3 * long, 2)) return 'SILENT'
    return silent > long ? 'LATE' : 'FRESH'
  }
  return {
    state: judge(),
    silentDays: silent,
    usualPauseDays: usual,
    longPauseDays: long,
    articles: past.filter((instant) => instant.getTime() > now.getTime() - 30 * DAY_MS).length,
  }
}

const aRun = (agencyKey: string, changes: Partial<FinishedRun>): FinishedRun => ({
  agencyKey,
  kind: 'plone-html',
  structure: null,
  isFailed: false,
  isUnfinished: false,
  isWhole: true,
  errorKind: null,
  errorMessage: null,
  hasFound: false,
  lookedAgain: false,
  wasDeep: false,
  nextAt: null,
  pages: 1,
  unchanged: 0,
  listed: 0,
  undated: 0,
  scraped: 0,
  sent: 0,
  removed: 0,
  readings: 0,
  fallbacks: 0,
  seconds: 1,
  fields: {},
  ...changes,
})

describe('agencyFreshness', () => {
  it('equals what a calendar shows, for histories of every kind', async () => {
    const now = new Date()
    // No instant is within an hour of 30 or 180 days, so the duration of the test changes nothing.
    const history = fc
      .record({
        silence: fc.oneof(fc.nat({ max: 5 }), fc.integer({ min: 10, max: 250 })),
        pauses: fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 12 }),
        hour: fc.constantFrom(1, 7),
      })
      .map(({ silence, pauses, hour }) => {
        const days = pauses.reduce((list, pause) => [...list, (list.at(-1) ?? 0) + pause], [silence])
        return days.map((day) => new Date(now.getTime() - (day * 24 + hour) * 3_600_000))
      })
    const histories = fc.sample(history, { numRuns: 60, seed: 7 })
    const keyOf = (at: number) => `orgao-${String(at).padStart(2, '0')}`
    await stack.write(
      histories.flatMap((instants, at) =>
        instants.map((instant) => anArticle({ agencyKey: keyOf(at), publishedAt: instant.toISOString() })),
      ),
    )
    const keys = histories.map((_, at) => keyOf(at))
    await tables.agencies.set(stack.db, { key: keys }, { active: true })
    const answered = await ask(keys)
    expect(
      answered.map(({ agencyKey, state, silentDays, usualPauseDays, longPauseDays, articles }) => ({
        agencyKey,
        state,
        silentDays,
        usualPauseDays,
        longPauseDays,
        articles,
      })),
    ).toEqual(histories.map((instants, at) => ({ agencyKey: keyOf(at), ...explain(instants, now) })))
    expect(new Set(answered.map(({ state }) => state)).size).toBeGreaterThan(3)
  })

  it('shows how its site was read, and keeps the kind of the last failure after a success', async () => {
    await stack.write([anArticle({ agencyKey: 'mec', publishedAt: ago({ hours: 2 }) })])
    await finishSiteRun(stack.db, aRun('mec', { readings: 30, fallbacks: 12 }), timeAgo(3, 'hour'))
    const failure = aRun('mec', { isFailed: true, errorKind: 'anti_bot', errorMessage: 'a challenge' })
    for (const hours of [2, 1]) await finishSiteRun(stack.db, failure, timeAgo(hours, 'hour'))
    expect(await ask(['mec'])).toMatchObject([
      { state: 'UNKNOWN', failedReads: 2, lastErrorKind: 'anti_bot', fallbackShare: 0.4 },
    ])
    await finishSiteRun(stack.db, failure, timeAgo(30, 'minute'))
    expect(await ask(['mec'])).toMatchObject([{ state: 'UNREAD', failedReads: 3 }])
    await finishSiteRun(stack.db, aRun('mec', {}), timeAgo(10, 'minute'))
    const [recovered] = await ask(['mec'])
    expect(recovered).toMatchObject({ state: 'UNKNOWN', failedReads: 0, lastErrorKind: 'anti_bot' })
  })

  it('lists agencies by name that publish or are read, and no others', async () => {
    await stack.write([
      anArticle({ agencyKey: 'saude', publishedAt: ago({ days: 1 }) }),
      anArticle({ agencyKey: 'desconhecido', publishedAt: ago({ days: 1 }) }),
      anArticle({ agencyKey: 'antigo', publishedAt: ago({ days: 400 }) }),
      anArticle({ agencyKey: 'futuro', publishedAt: ago({ hours: -5 }) }),
    ])
    await finishSiteRun(stack.db, aRun('mec', {}), timeAgo(1, 'hour'))
    const listed = await ask()
    expect(listed.map(({ agencyKey }) => agencyKey).toSorted()).toEqual(['desconhecido', 'mec', 'saude'])
    expect(listed.find(({ agencyKey }) => agencyKey === 'mec')).toMatchObject({
      state: 'UNKNOWN',
      lastArticleAt: null,
    })
  })

  it('refuses more than 200 agencies and no limit', async () => {
    const keys = Array.from({ length: 201 }, (_, at) => `orgao-${at}`)
    expect(
      await stack.codes('query ($a: [String!]) { agencyFreshness(agencies: $a) { state } }', { a: keys }),
    ).toEqual(['LIMIT_EXCEEDED'])
    expect(await stack.codes('{ agencyFreshness(limit: 0) { state } }')).toEqual(['BAD_USER_INPUT'])
  })
})

describe('the rows of freshness', () => {
  // Noon in Brasília.
  const now = new Date('2026-06-10T15:00:00Z')
  const before = (days: number, milliseconds = 0) => new Date(now.getTime() - days * DAY_MS + milliseconds)
  const list = async (agencies?: string[], limit = 9) =>
    await listPublicationFreshness(stack.db, { agencies, now, limit })
  const publish = (instants: readonly Date[], agencyKey = 'mec') =>
    stack.write(
      instants.map((instant, at) =>
        anArticle({ uniqueId: `${agencyKey}_${at}`, agencyKey, publishedAt: instant.toISOString() }),
      ),
    )

  it('count the articles until now that stand, within 30 days, and name the latest', async () => {
    await publish([before(30), before(30, 1000), before(3), now, before(0, 1000), before(2)])
    const [first] = await list(['mec'])
    expect(first).toMatchObject({ articles: 4, lastArticleId: 'mec_3', lastArticleAt: now, silentDays: 0 })
    await tables.articles.set(stack.db, { uniqueId: 'mec_3' }, { deletedAt: now })
    const latest = { lastArticleId: 'mec_5', lastArticleAt: before(2), silentDays: 2 }
    expect(await list(['mec'])).toMatchObject([{ articles: 3, ...latest }])
  })

  it('share the fallbacks of the last seven days by agency', async () => {
    await publish([before(1)])
    await publish([before(1)], 'saude')
    const day = { agencyKey: 'mec', readings: 10, fallbacks: 10 }
    await tables.scrapeDays.add(stack.db, [
      { ...day, day: '2026-06-03' },
      { ...day, day: '2026-06-04', fallbacks: 3 },
      { ...day, day: '2026-06-10', fallbacks: 2 },
      { ...day, agencyKey: 'saude', day: '2026-06-10', fallbacks: 1 },
    ])
    const shares = (await list(['mec', 'saude'])).map(({ fallbackShare }) => fallbackShare)
    expect(shares).toEqual([0.25, 0.1])
    expect(await list(['saude'])).toHaveLength(1)
  })

  it('leave out sites without a run, and failures and old news of agencies that are not active', async () => {
    await tables.scrapeSites.add(stack.db, { agencyKey: 'mec', lastRunAt: null, failures: 2 })
    expect(await list()).toEqual([])
    await publish([before(180, 1000)])
    expect(await list()).toMatchObject([{ agencyKey: 'mec', failedRuns: 0 }])
    await tables.scrapeSites.set(stack.db, {}, { lastRunAt: before(1) })
    expect(await list()).toMatchObject([{ agencyKey: 'mec', failedRuns: 2 }])
    await tables.agencies.set(stack.db, { key: 'mec' }, { active: false })
    expect(await list()).toMatchObject([{ agencyKey: 'mec', failedRuns: 0 }])
    await tables.articles.set(stack.db, {}, { publishedAt: before(180) })
    expect(await list()).toEqual([])
    await tables.agencies.set(stack.db, { key: 'mec' }, { active: true })
    expect(await list()).toMatchObject([{ agencyKey: 'mec', articles: 0 }])
    await tables.scrapeSites.set(stack.db, {}, { lastRunAt: null })
    expect(await list()).toMatchObject([{ agencyKey: 'mec', articles: 0 }])
    await clearTables(stack.db, ['articles'])
    expect(await list()).toEqual([])
    await tables.scrapeSites.set(stack.db, {}, { lastRunAt: before(1) })
    expect(await list()).toMatchObject([{ agencyKey: 'mec', lastArticleId: null }])
  })

  it('are in the order of names and keys, up to the limit', async () => {
    for (const key of ['saude', 'mec', 'mds']) await publish([before(1)], key)
    await tables.agencies.set(stack.db, { key: ['saude', 'mds'] }, { name: 'A' })
    const keys = async (limit: number) => (await list(undefined, limit)).map(({ agencyKey }) => agencyKey)
    expect(await keys(9)).toEqual(['mds', 'saude', 'mec'])
    expect(await keys(2)).toEqual(['mds', 'saude'])
    await tables.agencies.set(stack.db, { key: 'mds' }, { name: 'Ministério do Desenvolvimento' })
  })
})

describe('pipelineDelays', () => {
  const document =
    '{ pipelineDelays { stage articles medianSeconds longSeconds waiting oldestWaitingSeconds } }'

  it('are the median and the 95th percentile of the articles of the last day', async () => {
    const minutes = [10, 20, 40]
    const published = minutes.map((taken) => timeAgo(120 + taken, 'minute'))
    await stack.write([
      ...published.map((at, position) =>
        anArticle({ uniqueId: `lenta_${position}`, publishedAt: at.toISOString() }),
      ),
      anArticle({ uniqueId: 'ontem_9', publishedAt: ago({ days: 2 }) }),
    ])
    await tables.articles.set(stack.db, {}, { createdAt: timeAgo(2, 'hour') })
    await tables.pipelineSteps.set(
      stack.db,
      { step: 'enrich' },
      { status: 'done', updatedAt: timeAgo(110, 'minute') },
    )
    await tables.pipelineSteps.remove(stack.db, { step: ['embed', 'classify'] })
    await tables.pipelineSteps.set(stack.db, { step: 'index' }, { dueAt: timeAgo(5, 'minute') })
    await tables.articleAvailability.add(stack.db, {
      uniqueId: 'lenta_0',
      availableAt: timeAgo(100, 'minute'),
      written: true,
    })
    const { pipelineDelays } = await stack.query(document)
    const rounded = (pipelineDelays as Record<string, unknown>[]).map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          typeof value === 'number' && name.endsWith('Seconds') ? Math.round(value / 60) : value,
        ]),
      ),
    )
    const waiting = { waiting: 0, oldestWaitingSeconds: 0 }
    const none = { articles: 0, medianSeconds: null, longSeconds: null, ...waiting }
    expect(rounded).toEqual([
      {
        stage: 'STORE',
        articles: 3,
        medianSeconds: 20,
        longSeconds: 38,
        waiting: null,
        oldestWaitingSeconds: null,
      },
      { stage: 'ENRICH', articles: 3, medianSeconds: 10, longSeconds: 10, ...waiting },
      { stage: 'CLASSIFY', ...none },
      { stage: 'EMBED', ...none },
      {
        stage: 'INDEX',
        articles: 1,
        medianSeconds: 20,
        longSeconds: 20,
        waiting: 4,
        oldestWaitingSeconds: 5,
      },
    ])
  })
})

describe('incidents', () => {
  const aTrouble = (changes: Partial<Trouble>): Trouble => ({
    kind: 'agency-unread',
    subject: 'mec',
    beganAt: timeAgo(1, 'hour'),
    worst: 3,
    reason: 'anti_bot: a challenge',
    ...changes,
  })
  const record = (troubles: readonly Trouble[], now: Date, unmeasured: Trouble['kind'][] = []) =>
    recordIncidents(stack.db, { troubles, unmeasured }, now)
  const list = async () =>
    (await stack.query('{ incidents { kind subject agencyName beganAt endedAt worst } }')).incidents

  it('begin once, keep their worst measure, and end when the trouble is gone', async () => {
    expect(await record([aTrouble({})], timeAgo(50, 'minute'))).toEqual({ began: 1, ended: 0 })
    expect(await record([aTrouble({ worst: 7 })], timeAgo(40, 'minute'))).toEqual({ began: 0, ended: 0 })
    expect(await record([aTrouble({ worst: 5 })], timeAgo(30, 'minute'))).toEqual({ began: 0, ended: 0 })
    expect(await list()).toMatchObject([
      {
        kind: 'AGENCY_UNREAD',
        subject: 'mec',
        agencyName: 'Ministério da Educação',
        endedAt: null,
        worst: 7,
      },
    ])
    const end = timeAgo(20, 'minute')
    expect(await record([], end)).toEqual({ began: 0, ended: 1 })
    expect(await list()).toMatchObject([{ worst: 7, endedAt: expect.stringContaining('T') }])
    // The next failure is an incident of its own.
    expect(await record([aTrouble({})], timeAgo(10, 'minute'))).toEqual({ began: 1, ended: 0 })
    expect(await list()).toMatchObject([{ endedAt: null }, { worst: 7 }])
  })

  it('do not end while their kind cannot be measured', async () => {
    const letters = aTrouble({ kind: 'dead-letters', subject: 'enrich' })
    await record([letters, aTrouble({})], timeAgo(30, 'minute'))
    expect(await record([], timeAgo(20, 'minute'), ['dead-letters'])).toEqual({ began: 0, ended: 1 })
    expect(await list()).toMatchObject([
      { kind: 'DEAD_LETTERS', endedAt: null },
      { kind: 'AGENCY_UNREAD', endedAt: expect.any(String) },
    ])
  })

  it('never show the reason, which may name internal addresses', async () => {
    expect(await stack.codes('{ incidents { reason } }')).not.toEqual([])
  })
})
