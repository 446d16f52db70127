import { listIncidents, recordIncidents, removeOldIncidents } from '@pauta/core/operations/incidents'
import {
  lagSeconds,
  listAgencyLag,
  listFailedSteps,
  listStepErrors,
  listStepLag,
} from '@pauta/core/operations/lag'
import { retryFailed, takeOverdue } from '@pauta/core/steps/enqueue'
import {
  dropOpenSteps,
  listDue,
  listSteps,
  listWithOpenSteps,
  markDone,
  markDue,
  markFailed,
} from '@pauta/core/steps/steps'
import { upsertArticles } from '@pauta/core/ingest/writes'
import { summarizeDataset } from '@pauta/dataset/ledger'
import { findNightShare, findPause, recordNewsDays } from '@pauta/scraper/store/site-state'
import { countStaleSites } from '@pauta/scraper/store/status'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { at, NOW, type Columns } from '../kit/rows/delivery-rows.ts'
import { anArticle, received } from '../kit/rows/factories.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { clearTables, tables } from '../kit/rows/tables.ts'

// Statements of operators and sweeps, on rows that differ from a matching row in one column. No worker runs beside them.
const MINUTE = 60
const HOUR = 3600

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack({ idleWorkers: ['enrich', 'classify', 'embed', 'index'] })
  await clearTables(stack.db, ['articles'])
  await upsertArticles(
    stack.db,
    ['a', 'b', 'c'].map((id) =>
      received(anArticle({ uniqueId: id, agencyKey: id === 'c' ? 'saude' : 'mec', publishedAt: at(-HOUR) })),
    ),
  )
})
afterAll(() => stack.stop())
beforeEach(() => clearTables(stack.db, ['pipelineSteps', 'incidents', 'jobRuns', 'scrapeSites']))

/** Writes the step `enrich` of articles. Without columns of their own, their message is lost. */
const addSteps = (rows: Record<string, Columns>) =>
  tables.pipelineSteps.add(
    stack.db,
    Object.entries(rows).map(([uniqueId, own]) => ({
      uniqueId,
      step: 'enrich',
      status: 'due',
      contentHash: 'x',
      version: 3,
      attempts: 0,
      error: null,
      dueAt: at(-HOUR),
      wokenAt: null,
      updatedAt: at(-2 * HOUR),
      ...own,
    })),
  )
const readStep = async (uniqueId: string) =>
  (await stack.db`select * from pipeline_steps where unique_id = ${uniqueId} and step = 'enrich'`)[0]

describe('a step of an article', () => {
  it.each<[Columns, boolean]>([
    [{}, true],
    [{ step: 'index' }, false],
    [{ status: 'done' }, false],
    [{ dueAt: at(-61) }, true],
    [{ dueAt: at(-60) }, false],
    [{ status: 'failed', attempts: 4 }, true],
    [{ status: 'failed', attempts: 5 }, false],
    [{ status: 'failed', updatedAt: at(-HOUR - 1) }, true],
    [{ status: 'failed', updatedAt: at(-HOUR) }, false],
    [{ attempts: 5 }, true],
    [{ wokenAt: at(-15 * MINUTE) }, false],
    [{ wokenAt: at(-15 * MINUTE - 1) }, true],
  ])('with %j counts as overdue: %j', async (columns, isOverdue) => {
    await addSteps({ a: columns })
    const take = () => takeOverdue(stack.db, { step: 'enrich', now: NOW, limit: 5 })
    expect(await take()).toEqual(isOverdue ? ['a'] : [])
    expect(await take()).toEqual([])
  })

  it('is overdue first when it waits longest', async () => {
    await addSteps({ a: { dueAt: at(-90) }, b: { dueAt: at(-99) }, c: { step: 'index', dueAt: at(-999) } })
    await addSteps({ c: { dueAt: at(-10) } })
    expect(await takeOverdue(stack.db, { step: 'enrich', now: NOW, limit: 1 })).toEqual(['b'])
  })

  it('that failed is due again, with all attempts and with a message that the next sweep may send', async () => {
    const failed = { status: 'failed', attempts: 5, error: 'x', wokenAt: NOW }
    await addSteps({ a: failed, b: { ...failed, step: 'index' }, c: failed })
    const retry = (scope: object) => retryFailed(stack.db, { step: 'enrich', after: '', limit: 5, ...scope })
    expect(await retry({ agencyKey: 'saude' })).toEqual(['c'])
    await tables.pipelineSteps.set(stack.db, { uniqueId: 'c' }, failed)
    expect(await retry({ after: 'a' })).toEqual(['c'])
    await tables.pipelineSteps.set(stack.db, { uniqueId: 'c' }, failed)
    expect(await retry({ limit: 1 })).toEqual(['a'])
    expect(await readStep('a')).toMatchObject({ status: 'due', attempts: 0, error: null, wokenAt: null })
    expect(await tables.pipelineSteps.count(stack.db, { status: 'failed' })).toBe(2)
    await tables.pipelineSteps.set(stack.db, { step: 'enrich' }, failed)
    expect(await retry({})).toEqual(['a', 'c'])
  })

  it('that waits or is done is not retried', async () => {
    await addSteps({ a: { attempts: 2 }, b: { status: 'done', attempts: 2 } })
    expect(await retryFailed(stack.db, { step: 'enrich', after: '', limit: 5 })).toEqual([])
    expect(await readStep('a')).toMatchObject({ attempts: 2 })
  })

  it('is due again in the next version, since it is open', async () => {
    await addSteps({ a: { attempts: 3, error: 'x' }, b: { status: 'done' }, c: { step: 'index' } })
    await markDue(stack.db, 'enrich', ['a', 'b', 'unknown'])
    expect(await readStep('a')).toMatchObject({ version: '4', attempts: 0, error: null, dueAt: at(-HOUR) })
    const again = await readStep('b')
    expect(again).toMatchObject({ status: 'due', version: '4' })
    expect((again?.['dueAt'] as Date) > NOW).toBe(true)
    expect(await tables.pipelineSteps.count(stack.db)).toBe(3)
  })

  it.each<[Columns, string, string | null]>([
    [{}, 'done', 'failed'],
    [{ status: 'failed' }, 'done', 'failed'],
    [{ version: 4 }, 'due', 'due'],
    [{ status: 'done' }, 'done', 'done'],
  ])('with %j that a worker did is %s, or %s where it failed', async (columns, done, failed) => {
    const own = { uniqueId: 'a', version: 3 }
    await addSteps({ a: { error: 'x', ...columns }, b: {} })
    expect(await markDone(stack.db, 'enrich', [own])).toEqual(columns['version'] === 4 ? ['a'] : [])
    const ended = await readStep('a')
    expect(ended).toMatchObject({ status: done, error: columns['version'] === 4 ? 'x' : null })
    await clearTables(stack.db, ['pipelineSteps'])
    await addSteps({ a: { error: 'x', ...columns }, b: {} })
    await markFailed(stack.db, 'enrich', [{ ...own, reason: 'y'.repeat(501) }])
    const isCounted = failed === 'failed'
    expect(await readStep('a')).toMatchObject({
      status: failed,
      attempts: isCounted ? 1 : 0,
      error: isCounted ? 'y'.repeat(500) : 'x',
    })
    expect(await readStep('b')).toMatchObject({ status: 'due', attempts: 0 })
  })

  it('is listed when it is open, of the given articles', async () => {
    await addSteps({ a: {}, b: { status: 'failed', error: 'why' }, c: { status: 'done' } })
    await addSteps({ a: { step: 'index' } })
    const ids = ['a', 'b', 'c', 'unknown']
    const idsOf = (rows: readonly { uniqueId: string }[]) => rows.map(({ uniqueId }) => uniqueId).sort()
    expect(idsOf(await listDue(stack.db, 'enrich', ids))).toEqual(['a', 'b'])
    expect(await listDue(stack.db, 'enrich', ['a'])).toEqual([{ uniqueId: 'a', version: 3 }])
    expect(await listDue(stack.db, 'embed', ids)).toEqual([])
    expect(idsOf(await listSteps(stack.db, 'enrich', ['a', 'c']))).toEqual(['a', 'c'])
    expect((await listWithOpenSteps(stack.db, ['enrich', 'index'], ids)).sort()).toEqual(['a', 'b'])
    expect(await listWithOpenSteps(stack.db, ['index'], ids)).toEqual(['a'])
    expect(await listWithOpenSteps(stack.db, ['enrich'], ['c'])).toEqual([])
    const errors = await listStepErrors(stack.db, 'enrich', ['b', 'c'])
    expect([...errors]).toEqual([['b', 'why']])
    expect(await listStepErrors(stack.db, 'index', ['b'])).toEqual(new Map())
    expect(await dropOpenSteps(stack.db, 'enrich')).toBe(2)
    expect(await tables.pipelineSteps.count(stack.db)).toBe(2)
  })
})

describe('the lag of steps', () => {
  it('counts open work by step and agency, the oldest first', async () => {
    const failed = { status: 'failed', updatedAt: at(-9) }
    await addSteps({
      a: { dueAt: at(-20) },
      b: { ...failed, dueAt: at(-30) },
      c: { ...failed, dueAt: at(-10) },
    })
    await addSteps({
      a: { step: 'index', dueAt: at(-10) },
      b: { step: 'index', status: 'done', dueAt: at(-99) },
      c: { step: 'index', dueAt: at(-10) },
    })
    const steps = await listStepLag(stack.db)
    expect(steps.map(({ step }) => step)).toEqual(['enrich', 'classify', 'embed', 'index'])
    expect(steps[0]).toEqual({ step: 'enrich', due: 1, failed: 2, oldestOpenAt: at(-30) })
    expect(steps[1]).toEqual({ step: 'classify', due: 0, failed: 0, oldestOpenAt: null })
    expect(steps[3]).toEqual({ step: 'index', due: 2, failed: 0, oldestOpenAt: at(-10) })
    const list = async (scope: object, limit = 5) =>
      (await listAgencyLag(stack.db, { limit, ...scope })).map(
        (row) => `${row.step} ${row.agencyKey} ${row.due} ${row.failed}`,
      )
    const all = ['enrich mec 1 1', 'enrich saude 0 1', 'index mec 1 0', 'index saude 1 0']
    expect(await list({})).toEqual(all)
    expect(await list({}, 1)).toEqual(all.slice(0, 1))
    expect(await list({ step: 'enrich' })).toEqual(all.slice(0, 2))
    expect(await list({ agencyKey: 'saude' })).toEqual([all[1], all[3]])
    const failures = async (scope: object, limit = 5) =>
      (await listFailedSteps(stack.db, { limit, ...scope })).map(({ uniqueId }) => uniqueId)
    expect(await failures({})).toEqual(['b', 'c'])
    expect(await failures({}, 1)).toEqual(['b'])
    expect(await failures({ agencyKey: 'saude' })).toEqual(['c'])
    expect(await failures({ step: 'index' })).toEqual([])
    await tables.pipelineSteps.set(
      stack.db,
      { uniqueId: 'c' },
      { updatedAt: at(-8), attempts: 4, error: 'x' },
    )
    expect(await failures({})).toEqual(['c', 'b'])
    const [latest] = await listFailedSteps(stack.db, { limit: 1 })
    expect(latest).toEqual({
      step: 'enrich',
      uniqueId: 'c',
      agencyKey: 'saude',
      attempts: 4,
      error: 'x',
      failedAt: at(-8),
    })
  })

  it.each([
    [null, 0],
    [at(-1.6), 2],
    [at(5), 0],
  ])('since %j is %d s', (oldestOpenAt, seconds) => {
    expect(lagSeconds({ oldestOpenAt }, NOW)).toBe(seconds)
  })
})

describe('incidents', () => {
  const trouble = { kind: 'step-late', subject: 'enrich', beganAt: at(-60), worst: 5, reason: 'x' } as const
  const record = (troubles: readonly object[], now = NOW, unmeasured: readonly string[] = []) =>
    recordIncidents(stack.db, { troubles: troubles as never, unmeasured: unmeasured as never }, now)
  const read = async () =>
    await stack.db`select kind, subject, began_at, ended_at, worst, reason from incidents order by id`

  it('begin once, keep their worst measure and the last reason, and end', async () => {
    expect(await record([trouble, trouble])).toEqual({ began: 1, ended: 0 })
    expect(await record([{ ...trouble, worst: 9, reason: 'y'.repeat(501) }])).toEqual({ began: 0, ended: 0 })
    expect(await record([{ ...trouble, worst: 1, reason: 'z' }])).toEqual({ began: 0, ended: 0 })
    expect(await read()).toEqual([
      { kind: 'step-late', subject: 'enrich', beganAt: at(-60), endedAt: null, worst: 9, reason: 'z' },
    ])
    expect(await record([], at(5), ['step-late'])).toEqual({ began: 0, ended: 0 })
    expect(await record([{ ...trouble, subject: 'index', beganAt: at(99) }], at(5))).toEqual({
      began: 1,
      ended: 1,
    })
    expect(await record([{ ...trouble, kind: 'dead-letters' }], at(6), ['step-late'])).toMatchObject({
      began: 1,
      ended: 0,
    })
    expect(await read()).toMatchObject([{ endedAt: at(5) }, { subject: 'index', beganAt: at(5) }, {}])
    // A new trouble of an old subject is a new incident.
    expect(await record([trouble], at(9))).toEqual({ began: 1, ended: 2 })
    // Those that ended before do not end again.
    expect(await record([], at(10))).toEqual({ began: 0, ended: 1 })
  })

  it('are listed when they last or ended in the last days: those that last first, then the latest', async () => {
    const row = { kind: 'agency-unread', worst: 1, reason: null }
    await tables.incidents.add(stack.db, [
      { ...row, subject: 'mec', beganAt: at(-50), endedAt: null },
      { ...row, subject: 'mds', beganAt: at(-50), endedAt: null },
      { ...row, subject: 'anp', beganAt: at(-40), endedAt: null },
      { ...row, subject: 'edge', beganAt: at(-3 * 24 * HOUR), endedAt: at(-2 * 24 * HOUR) },
      { ...row, subject: 'recent', beganAt: at(-3 * 24 * HOUR), endedAt: at(-2 * 24 * HOUR + 1) },
      { ...row, subject: 'last', beganAt: at(-10), endedAt: at(-1), reason: 'x' },
      { ...row, kind: 'step-late', subject: 'saude', beganAt: at(-60), endedAt: null },
    ])
    const list = async (limit: number) => await listIncidents(stack.db, { days: 2, now: NOW, limit })
    const found = await list(9)
    expect(found.map(({ subject }) => subject)).toEqual(['anp', 'mds', 'mec', 'saude', 'last', 'recent'])
    expect(found.map(({ agencyName }) => agencyName !== null)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ])
    const last = { kind: 'agency-unread', beganAt: at(-10), endedAt: at(-1), worst: 1, reason: 'x' }
    expect(found[4]).toMatchObject(last)
    expect(await list(1)).toHaveLength(1)
    expect(await removeOldIncidents(stack.db, { before: at(-1), limit: 1 })).toBe(1)
    expect(await removeOldIncidents(stack.db, { before: at(-1), limit: 9 })).toBe(1)
  })
})

describe('a stale site', () => {
  const countStale = () => countStaleSites(stack.db, { sites: [{ key: 'mec' }], now: NOW })

  it.each<[Columns, boolean]>([
    [{}, false],
    [{ failures: 1 }, true],
    [{ nextAt: at(-45 * MINUTE + 1) }, false],
    [{ nextAt: at(-45 * MINUTE) }, true],
    [{ nextAt: null }, true],
    [{ nextAt: null, lastRunAt: at(-45 * MINUTE + 1) }, false],
    [{ agencyKey: 'saude' }, true],
    [{ lastRunAt: null }, true],
  ])('by its state, with %j: %j', async (columns, isStale) => {
    const state = { agencyKey: 'mec', lastRunAt: at(-6 * HOUR), nextAt: at(HOUR), failures: 0 }
    await tables.scrapeSites.add(stack.db, { ...state, ...columns })
    expect(await countStale()).toBe(isStale ? 1 : 0)
  })

  it.each<[Columns, boolean]>([
    [{}, false],
    [{ job: 'scrape-ebc' }, true],
    [{ target: 'saude' }, true],
    [{ status: 'failed' }, true],
    [{ finishedAt: at(-45 * MINUTE + 1) }, false],
    [{ finishedAt: at(-45 * MINUTE) }, true],
  ])('of a scraper that is kept apart, whose last run has %j: %j', async (columns, isStale) => {
    await tables.jobRuns.add(stack.db, {
      job: 'scrape',
      target: 'mec',
      scheduledTime: at(-50 * MINUTE),
      finishedAt: at(-9 * MINUTE),
      status: 'succeeded',
      attempts: 1,
      result: {},
      ...columns,
    })
    expect(await countStale()).toBe(isStale ? 1 : 0)
  })
})

describe('the state of a site', () => {
  it.each<[Columns, boolean]>([
    [{ nextAt: at(HOUR) }, true],
    [{ nextAt: at(HOUR), agencyKey: 'saude' }, false],
    [{ nextAt: at(10 * MINUTE) }, false],
    [{ nextAt: at(10 * MINUTE + 0.001) }, true],
  ])('with %j pauses: %j', async (columns, pauses) => {
    await tables.scrapeSites.add(stack.db, { agencyKey: 'mec', errorKind: 'anti_bot', ...columns })
    const pause = await findPause(stack.db, { agencyKey: 'mec', now: NOW })
    expect(pause).toEqual(pauses ? { until: columns['nextAt'], errorKind: 'anti_bot' } : undefined)
  })

  it('keeps the days with news of the last 60 days, each once, in their order', async () => {
    const record = (days: string[]) => recordNewsDays(stack.db, { agencyKey: 'mec', days, now: NOW })
    await record(['2026-06-01', '2026-04-03'])
    await record(['2026-05-31', '2026-06-01', '2026-06-02', '2026-04-02'])
    const [site] = await stack.db`select news_days::text[] as days from scrape_sites where agency_key = 'mec'`
    expect(site?.['days']).toEqual(['2026-04-03', '2026-05-31', '2026-06-01'])
  })

  it.each([
    ['exactly 30 days ago', -30 * 24 * HOUR, 0],
    ['now', 0, 1],
    ['later', 1, 0],
  ])('shares news at night over those of the last 30 days: %s', async (_, seconds, counted) => {
    await clearTables(stack.db, ['articles'])
    const now = new Date('2026-06-02T02:30:00Z')
    const write = (count: number, publishedAt: Date, agencyKey = 'mec') =>
      upsertArticles(
        stack.db,
        Array.from({ length: count }, () => received(anArticle({ agencyKey, publishedAt }))),
      )
    // 10:30 in Brasília, midnight, which stands for an unknown time, and another agency at night.
    await write(30, new Date('2026-06-01T13:30:00Z'))
    await write(5, new Date('2026-06-01T03:00:00Z'))
    await write(5, new Date('2026-06-02T01:30:00Z'), 'saude')
    await write(1, new Date(now.getTime() + seconds * 1000))
    const share = await findNightShare(stack.db, { agencyKey: 'mec', now })
    expect(share).toBeCloseTo(counted / (30 + counted), 5)
  })
})

it('the dataset counts exported articles that are neither removed nor taken down', async () => {
  await clearTables(stack.db, ['articles', 'datasetRows'])
  const days = { a: '2026-05-01', b: '2026-05-03', c: '2026-05-02', d: '2026-04-01', e: '2026-05-09' }
  for (const [uniqueId, day] of Object.entries(days)) {
    const publishedAt = new Date(`${day}T12:00:00Z`)
    await upsertArticles(stack.db, [
      received(anArticle({ uniqueId, publishedAt, agencyKey: uniqueId === 'b' ? 'mec' : 'saude' })),
    ])
  }
  await tables.datasetRows.add(
    stack.db,
    ['a', 'b', 'c', 'd', 'e'].map((uniqueId) => ({
      uniqueId,
      notedAt: NOW,
      removedAt: uniqueId === 'd' ? NOW : null,
    })),
  )
  await tables.articles.set(stack.db, { uniqueId: 'e' }, { deletedAt: NOW })
  expect(await summarizeDataset(stack.db)).toEqual({
    articles: 3,
    agencies: 2,
    firstDay: '2026-05-01',
    lastDay: '2026-05-03',
  })
})
