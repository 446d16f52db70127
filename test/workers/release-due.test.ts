import { planDeliveries } from '@pauta/delivery/plan-ledger'
import { endRun, type RunEnd } from '@pauta/clippings/releases/end-run'
import { requestManualSend } from '@pauta/clippings/releases/manual-send'
import { repairClockSkew } from '@pauta/clippings/releases/clock-skew'
import { importRelease } from '@pauta/sample-data/people/import-release'
import {
  findOldestDueRun,
  takeOpenManualSends,
  takeOverdueClippings,
} from '@pauta/clippings/schedules/overdue'
import { findRunState, listWindowHolds } from '@pauta/clippings/releases/run-state'
import { upsertArticles } from '@pauta/core/ingest/writes'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { at, ledgerRows, NOW, type Columns } from '../kit/rows/delivery-rows.ts'
import { anArticle, received } from '../kit/rows/factories.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { moveTimes } from '../kit/rows/releases.ts'
import { tables } from '../kit/rows/tables.ts'

// Which clippings run, on rows that differ from a due one in one column. No worker runs beside them.
const MINUTE = 60
const HOUR = 3600

let stack: TestStack
const { restart } = ledgerRows(() => stack.db)
beforeAll(async () => {
  stack = await shareTestStack({
    idleWorkers: ['release', 'deliver-email', 'deliver-telegram', 'deliver-push'],
  })
})
afterAll(() => stack.stop())
beforeEach(restart)

const setClipping = (columns: Columns) => tables.clippings.set(stack.db, { id: 'c' }, columns)
const readClipping = async () => (await stack.db`select * from clippings where id = 'c'`)[0]

describe('an overdue clipping', () => {
  it.each<[Columns, boolean]>([
    [{}, true],
    [{ nextRunAt: at(-61) }, true],
    [{ nextRunAt: at(-60) }, false],
    [{ nextRunAt: null }, false],
    [{ wokenAt: at(-300) }, false],
    [{ wokenAt: at(-301) }, true],
    [{ nextRunAt: at(-HOUR), wokenAt: at(-15 * MINUTE) }, false],
    [{ nextRunAt: at(-HOUR), wokenAt: at(-15 * MINUTE - 1) }, true],
  ])('with %j is enqueued: %j', async (columns, isTaken) => {
    await setClipping({ nextRunAt: at(-300), wokenAt: null, ...columns })
    const take = () => takeOverdueClippings(stack.db, { now: NOW, limit: 5 })
    const nextRunAt = columns['nextRunAt'] ?? at(-300)
    expect(await take()).toEqual(isTaken ? [{ clippingId: 'c', nextRunAt }] : [])
    expect(await take()).toEqual([])
  })

  it('goes first when it waits longest', async () => {
    await setClipping({ nextRunAt: at(-100) })
    await tables.clippings.set(stack.db, { id: 'other' }, { nextRunAt: at(-200) })
    const taken = await takeOverdueClippings(stack.db, { now: NOW, limit: 1 })
    expect(taken.map(({ clippingId }) => clippingId)).toEqual(['other'])
    expect(await findOldestDueRun(stack.db, NOW)).toEqual(at(-200))
  })

  it.each<[Columns, Date | null]>([
    [{ nextRunAt: at(-1) }, at(-1)],
    [{ nextRunAt: NOW }, null],
    [{ sentAt: at(-5), sendDueAt: at(60) }, at(-5)],
    [{ sentAt: at(-5), sendDueAt: null }, null],
    [{ nextRunAt: at(-9), sentAt: at(-5), sendDueAt: at(60) }, at(-9)],
  ])('with %j is due since %j', async (columns, since) => {
    await setClipping({ nextRunAt: null, ...columns })
    expect(await findOldestDueRun(stack.db, NOW)).toEqual(since)
  })

  it.each<[Columns, boolean, Date | null]>([
    [{}, true, at(4 * MINUTE)],
    [{ sendDueAt: at(1) }, false, at(1)],
    [{ sentAt: at(-24 * HOUR + 1) }, true, at(4 * MINUTE)],
    [{ sentAt: at(-24 * HOUR) }, false, null],
  ])('whose author asked for a release by %j is enqueued: %j', async (columns, isTaken, sendDueAt) => {
    await setClipping({ sentAt: at(-60), sendDueAt: NOW, ...columns })
    const taken = await takeOpenManualSends(stack.db, { now: NOW, limit: 5 })
    const requestedAt = columns['sentAt'] ?? at(-60)
    expect(taken).toEqual(isTaken ? [{ clippingId: 'c', requestedAt }] : [])
    expect(await readClipping()).toMatchObject({ sendDueAt })
  })

  it('answers the oldest manual request first', async () => {
    await setClipping({ sentAt: at(-60), sendDueAt: at(-10) })
    await tables.clippings.set(stack.db, { id: 'other' }, { sentAt: at(-60), sendDueAt: at(-20) })
    const [taken] = await takeOpenManualSends(stack.db, { now: NOW, limit: 1 })
    expect(taken).toMatchObject({ clippingId: 'other' })
  })
})

describe('a manual request', () => {
  const request = () => requestManualSend(stack.db, { id: 'c', userId: 'bia', now: NOW })
  const readSend = async () => {
    const { sentAt, sendDueAt } = (await readClipping()) ?? {}
    return { sentAt, sendDueAt }
  }
  const open = { sendDueAt: at(100) }

  it.each<[Columns]>([[{ sentAt: null }], [{ sentAt: at(-600) }]])(
    'after one with %j is stored',
    async (columns) => {
      await setClipping(columns)
      expect((await request()).requestedAt).toEqual(NOW)
      expect(await readSend()).toEqual({ sentAt: NOW, sendDueAt: NOW })
    },
  )

  it.each<[Columns, number]>([
    [{ sentAt: at(-599) }, 1],
    [{ sentAt: at(-598.5) }, 2],
    [{ ...open, sentAt: at(-9) }, 1],
  ])('after one with %j may come after %i seconds', async (columns, retryAfterSeconds) => {
    await setClipping(columns)
    const before = await readSend()
    await expect(request()).rejects.toMatchObject({ code: 'RATE_LIMITED', details: { retryAfterSeconds } })
    expect(await readSend()).toEqual(before)
  })

  it('that is open for 10 seconds is sent again', async () => {
    const asked = { ...open, sentAt: at(-10) }
    await setClipping(asked)
    expect((await request()).requestedAt).toEqual(at(-10))
    expect(await readSend()).toEqual(asked)
  })

  it.each<[string, Columns, Columns, Columns]>([
    ['a new one', { sentAt: at(-600) }, {}, { sentAt: at(-600), sendDueAt: null }],
    ['the first one', { sentAt: null }, {}, { sentAt: null, sendDueAt: null }],
    ['one that was open before', { ...open, sentAt: at(-10) }, {}, { ...open, sentAt: at(-10) }],
    ['an answered one', { sentAt: null }, { sendDueAt: null }, { sentAt: NOW, sendDueAt: null }],
    ['one before a later one', { sentAt: null }, { ...open, sentAt: at(1) }, { ...open, sentAt: at(1) }],
  ])('is undone: %s', async (_, before, meanwhile, after) => {
    await setClipping(before)
    const { undo } = await request()
    if (Object.keys(meanwhile).length > 0) await setClipping(meanwhile)
    await undo()
    expect(await readSend()).toEqual(after)
  })

  it('is of the author alone', async () => {
    const asked = requestManualSend(stack.db, { id: 'c', userId: 'ana', now: NOW })
    await expect(asked).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})

describe('the end of a run', () => {
  const window = { from: at(-HOUR), to: at(-MINUTE), isFirst: true }
  const release = {
    id: 'r',
    clippingName: 'Saúde',
    window,
    digest: { subject: 'S', preview: 'P', html: '<p>H</p>', text: 'T' },
    articleIds: ['a', 'b'],
    changes: [],
    sections: null,
    sinceHours: 24,
  }
  const times = { nextRunAt: NOW, deliveredUntil: at(-HOUR), answeredAt: at(-9), sentAt: at(-9) }
  const end = async (changes: Partial<RunEnd> = {}, meanwhile: Columns = {}, later = '0') => {
    await tables.clippings.set(stack.db, { id: ['c', 'other'] }, { ...times, sendDueAt: at(60) })
    const state = (await findRunState(stack.db, 'c'))!
    if (Object.keys(meanwhile).length > 0) await setClipping(meanwhile)
    await moveTimes(stack.db, 'c', later)
    const ended = {
      state,
      window,
      release,
      changesUntil: '7',
      nextRunAt: at(HOUR),
      answeredAt: at(-9),
      now: NOW,
    }
    return await endRun(stack.db, { ...ended, ...changes }, planDeliveries)
  }

  it.each<[Columns, boolean]>([
    [{}, true],
    [{ name: 'Outro' }, true],
    [{ nextRunAt: at(1) }, false],
    [{ nextRunAt: null }, false],
    [{ deliveredUntil: at(1) }, false],
    [{ deliveredUntil: null }, false],
    [{ answeredAt: at(1) }, false],
    [{ answeredAt: null }, false],
  ])('after the change %j writes: %j', async (meanwhile, isWritten) => {
    expect(await end({}, meanwhile)).toBe(isWritten)
    const written = { nextRunAt: at(HOUR), timedAt: NOW, deliveredUntil: window.to, changesUntil: '7' }
    expect(await readClipping()).toMatchObject(isWritten ? written : { ...times, ...meanwhile })
    // Another clipping of the same times has its own run.
    expect((await stack.db`select * from clippings where id = 'other'`)[0]).toMatchObject(times)
    const releases = await stack.db`select * from releases`
    const { text, subject, preview, html } = release.digest
    const row = {
      id: 'r',
      clippingId: 'c',
      clippingName: 'Saúde',
      digestHtml: html,
      digestPreview: preview,
      digestSubject: subject,
      digestText: text,
      articleIds: ['a', 'b'],
      articlesCount: 2,
      sections: null,
      windowFrom: window.from,
      windowTo: window.to,
      refTime: window.to,
      sinceHours: 24,
    }
    expect(releases).toMatchObject(isWritten ? [row] : [])
  })

  it.each([
    [null, at(-9), at(60)],
    [at(-10), at(-9), at(60)],
    [at(-9), at(-9), null],
    [at(-8), at(-9), null],
    [at(-9), null, null],
  ])(
    'that answers the request of %j keeps one of %j open until %j',
    async (answeredAt, sentAt, sendDueAt) => {
      expect(await end({ answeredAt }, { sentAt })).toBe(true)
      expect(await readClipping()).toMatchObject({ answeredAt, sendDueAt })
    },
  )

  it.each([
    ['700 microseconds', true],
    ['1 millisecond', false],
  ])('compares what it has read in milliseconds: %s later writes %j', async (later, isWritten) => {
    expect(await end({}, {}, later)).toBe(isWritten)
    expect(await readClipping()).toMatchObject({ sendDueAt: isWritten ? null : at(60) })
  })

  it('without a release keeps its window, and without a window what was delivered', async () => {
    expect(await end({ release: undefined })).toBe(true)
    expect(await readClipping()).toMatchObject({ deliveredUntil: window.to })
    expect(await end({ release: undefined, window: undefined })).toBe(true)
    expect(await readClipping()).toMatchObject({ deliveredUntil: at(-HOUR), timedAt: NOW })
    expect(await tables.releases.count(stack.db)).toBe(0)
  })

  it('makes each release later than those before, also on a machine whose clock was ahead', async () => {
    const ahead = new Date(Date.now() + 60_000)
    await tables.releases.add(stack.db, [
      { id: 'p', clippingId: 'c', madeAt: ahead },
      { id: 'q', clippingId: 'other', madeAt: new Date(ahead.getTime() + 5) },
    ])
    await end()
    const [row] = await stack.db`select made_at from releases where id = 'r'`
    expect(row).toEqual({ madeAt: new Date(ahead.getTime() + 1) })
  })
})

describe('an imported release', () => {
  const release = {
    clippingId: 'c',
    clippingName: 'Saúde',
    digestHtml: '<p>Oi</p>',
    digestPreview: 'Oi',
    articleIds: ['a'],
    windowFrom: at(-60),
    windowTo: NOW,
    sinceHours: 24,
    madeAt: NOW,
  }
  it.each([
    [null, NOW],
    [at(-1), NOW],
    [at(1), at(1)],
  ])(
    'of a clipping that was delivered until %j delivers it until %j, and no other',
    async (before, after) => {
      await tables.clippings.set(stack.db, { id: ['c', 'other'] }, { deliveredUntil: before })
      await importRelease(stack.db, release)
      await importRelease(stack.db, { ...release, clippingName: 'Outro' })
      expect(await readClipping()).toMatchObject({ deliveredUntil: after })
      const [other] = await stack.db`select delivered_until from clippings where id = 'other'`
      expect(other).toEqual({ deliveredUntil: before })
      const rows =
        await stack.db`select clipping_name, window_from, window_to, ref_time, articles_count from releases`
      expect(rows).toEqual([
        { clippingName: 'Saúde', windowFrom: at(-60), windowTo: NOW, refTime: NOW, articlesCount: 1 },
      ])
    },
  )
})

describe('a clock that was ahead', () => {
  // The clock of the database is the other limit, so the times are later than both.
  const now = new Date(Date.now() + 60_000)
  const ahead = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
  it.each<[Columns, Columns | null]>([
    [{ timedAt: ahead(11) }, { timedAt: now }],
    [{ timedAt: ahead(10) }, null],
    [{ deliveredUntil: ahead(11) }, { deliveredUntil: now }],
    [{ sentAt: ahead(11) }, { sentAt: now }],
    [{ answeredAt: ahead(11) }, { answeredAt: now }],
    [{ wokenAt: ahead(11) }, null],
    [
      { timedAt: ahead(11), wokenAt: ahead(1), sendDueAt: ahead(1) },
      { wokenAt: now, sendDueAt: now },
    ],
    [
      { timedAt: ahead(11), deliveredUntil: ahead(-1), wokenAt: ahead(-1) },
      { deliveredUntil: ahead(-1), wokenAt: ahead(-1) },
    ],
    [
      { timedAt: ahead(11), sentAt: ahead(-1), answeredAt: ahead(-1) },
      { sentAt: ahead(-1), answeredAt: ahead(-1) },
    ],
    [{ timedAt: ahead(11), nextRunAt: null }, { nextRunAt: null }],
    [{ timedAt: ahead(11), nextRunAt: ahead(-1) }, { nextRunAt: ahead(-1) }],
    [{ timedAt: ahead(11), sendDueAt: ahead(-1) }, { sendDueAt: ahead(-1) }],
  ])('that wrote %j leaves %j', async (columns, repaired) => {
    await setClipping({ nextRunAt: ahead(9), timedAt: ahead(0), ...columns })
    expect(await repairClockSkew(stack.db, { now, limit: 5 })).toBe(repaired ? 1 : 0)
    expect(await readClipping()).toMatchObject(repaired ?? columns)
    expect(await repairClockSkew(stack.db, { now, limit: 5 })).toBe(0)
  })

  it('is repaired for as many clippings as asked, the first ids first', async () => {
    await tables.clippings.set(stack.db, { id: ['c', 'other'] }, { timedAt: ahead(11) })
    expect(await repairClockSkew(stack.db, { now, limit: 1 })).toBe(1)
    expect(await readClipping()).toMatchObject({ timedAt: now })
    expect(await repairClockSkew(stack.db, { now, limit: 1 })).toBe(1)
    expect(await repairClockSkew(stack.db, { now, limit: 1 })).toBe(0)
  })
})

describe('a window hold', () => {
  it.each<[Columns, Columns, boolean]>([
    [{}, {}, true],
    [{ written: true }, {}, false],
    [{ availableAt: at(-30 * MINUTE) }, {}, true],
    [{ availableAt: at(-30 * MINUTE - 1) }, {}, false],
    [{ availableAt: at(-2 * MINUTE) }, {}, false],
    [{ availableAt: at(-2 * MINUTE - 1) }, {}, true],
    [{}, { deletedAt: NOW }, false],
  ])('of an article with %j and %j: %j', async (availability, article, holds) => {
    await tables.articles.remove(stack.db)
    await upsertArticles(stack.db, [received(anArticle({ uniqueId: 'a', agencyKey: 'mec' }))])
    await tables.articles.set(stack.db, { uniqueId: 'a' }, { deletedAt: null, ...article })
    const row = { uniqueId: 'a', written: false, availableAt: at(-10 * MINUTE), ...availability }
    await tables.articleAvailability.remove(stack.db)
    await tables.articleAvailability.add(stack.db, row)
    const until = row.availableAt
    const seconds = (at(-2 * MINUTE).getTime() - until.getTime()) / 1000
    const hold = { agencyKey: 'mec', until, articles: 1, seconds }
    expect(await listWindowHolds(stack.db, { now: NOW, limit: 5 })).toEqual(holds ? [hold] : [])
  })

  it('is listed for each agency, the longest first', async () => {
    await tables.articles.remove(stack.db)
    const ids = [
      ['a', 'saude', -300],
      ['b', 'mec', -300],
      ['c', 'anp', -600],
      ['d', 'anp', -500],
    ] as const
    for (const [uniqueId, agencyKey] of ids)
      await upsertArticles(stack.db, [received(anArticle({ uniqueId, agencyKey }))])
    await tables.articleAvailability.remove(stack.db)
    await tables.articleAvailability.add(
      stack.db,
      ids.map(([uniqueId, , seconds]) => ({ uniqueId, written: false, availableAt: at(seconds) })),
    )
    const list = async (limit: number) =>
      (await listWindowHolds(stack.db, { now: NOW, limit })).map((hold) => [hold.agencyKey, hold.articles])
    expect(await list(5)).toEqual([
      ['anp', 2],
      ['mec', 1],
      ['saude', 1],
    ])
    expect(await list(1)).toEqual([['anp', 2]])
  })
})
