import { repairClockSkew } from '@pauta/clippings/releases/clock-skew'
import {
  findOldestDueRun,
  takeOpenManualSends,
  takeOverdueClippings,
} from '@pauta/clippings/schedules/overdue'
import { makeRelease, type ReleaseDependencies } from '@pauta/functions/workers/release/make-release'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { byForm } from '../kit/runner/form.ts'
import {
  DAY_MINUTES,
  happen,
  MINUTE_MS,
  openWorld,
  settle,
  worldEvent,
  type World,
} from '../kit/oracles/release-world.ts'
import { at, ledgerRows, NOW, type Columns } from '../kit/rows/delivery-rows.ts'
import { listReleases } from '../kit/rows/releases.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { tables } from '../kit/rows/tables.ts'

const WORKERS = [
  'release',
  'deliver-email',
  'deliver-telegram',
  'deliver-push',
  'deliver-webhook',
  'deliver-slack',
]
const WORLDS = byForm({ short: 12, long: 1000 })
const DAY_MS = DAY_MINUTES * MINUTE_MS

let stack: TestStack
let dependencies: ReleaseDependencies

beforeAll(async () => {
  stack = await shareTestStack({ idleWorkers: WORKERS })
  await tables.users.add(stack.db, { id: 'autora' })
  const nothing = () => Promise.resolve()
  dependencies = {
    db: stack.db,
    index: stack.index,
    queues: { send: nothing, redrive: () => Promise.resolve([]) },
    scheduler: { put: nothing, remove: nothing },
    deliveryQueues: { email: 'e', telegram: 't', push: 'p', webhook: 'w', slack: 's' },
  }
})
afterAll(() => stack.stop())

/** The windows of a world by the rules, from the clipping's state after each run. */
const windowsOf = ({ windows }: World) =>
  windows.map(({ from, to }) => ({ from: Math.max(from ?? to - DAY_MS, to - 31 * DAY_MS), to }))

/**
 * Articles that must be in a release: they became searchable in a window, and were published at most a week before
 * it.
 */
async function listNews(world: World): Promise<string[]> {
  const windows = windowsOf(world)
  const notes = await stack.db<{ uniqueId: string; availableAt: Date }[]>`
    select unique_id, available_at from article_availability
    where written and unique_id = any(${[...world.published.keys()]})`
  expect(notes).toHaveLength(world.published.size)
  return notes
    .filter(({ uniqueId, availableAt }) => {
      const at = availableAt.getTime()
      const window = windows.find(({ from, to }) => at >= from && at < to)
      return window && (world.published.get(uniqueId) ?? 0) >= window.from - 7 * DAY_MS
    })
    .map(({ uniqueId }) => uniqueId)
}

describe('with any changes of articles, messages, machines and clocks', () => {
  it('every article that becomes searchable is in one release, or skipped by a rule', async () => {
    const seen = { told: 0, passedOver: 0 }
    await fc.assert(
      fc.asyncProperty(fc.array(worldEvent, { minLength: 10, maxLength: 60 }), async (events) => {
        const world = await openWorld(stack, dependencies, 'autora')
        for (const event of events) await happen(world, event)
        await settle(world)
        const releases = await listReleases(stack, world.clippingId)
        // Each window starts where the previous one ended, and each release covers one of them.
        expect(world.windows.map(({ from }) => from)).toEqual([
          undefined,
          ...world.windows.slice(0, -1).map(({ to }) => to),
        ])
        const ofReleases = releases.map(({ windowFrom, windowTo }) => ({
          from: windowFrom.getTime(),
          to: windowTo.getTime(),
        }))
        expect(windowsOf(world)).toEqual(expect.arrayContaining(ofReleases))
        const told = releases.flatMap(({ articleIds }) => articleIds)
        expect(new Set(told).size).toBe(told.length)
        expect(told).toEqual(expect.arrayContaining(await listNews(world)))
        seen.told += told.length
        seen.passedOver += world.published.size - told.length
      }),
      { numRuns: WORLDS },
    )
    // The worlds had enough events to prove something.
    expect(seen.told).toBeGreaterThan(WORLDS)
    expect(seen.passedOver).toBeGreaterThan(0)
  })
})

it.each([
  [MINUTE_MS, 'empty'],
  [MINUTE_MS + 1, 'early'],
])('a run whose message comes %d ms before its time is %s', async (ms, kind) => {
  const { clippingId } = await openWorld(stack, dependencies, 'autora')
  const nextRunAt = new Date('2026-03-02T13:00:00Z')
  const clock = new Date(nextRunAt.getTime() - ms)
  expect(await makeRelease({ kind: 'due', clippingId, nextRunAt }, dependencies, clock)).toEqual({ kind })
})

// Statements on clippings, on rows that differ from a matching row in one column.
describe('runs of a clipping', () => {
  const HOUR = 3600
  beforeEach(ledgerRows(() => stack.db).restart)
  const set = (columns: Columns, id = 'c') => tables.clippings.set(stack.db, { id }, columns)
  const take = async (limit = 9) =>
    (await takeOverdueClippings(stack.db, { now: NOW, limit })).map(({ clippingId }) => clippingId)
  const takeSends = async (limit = 9) => await takeOpenManualSends(stack.db, { now: NOW, limit })

  it.each<[Columns, boolean]>([
    [{ nextRunAt: at(-61) }, true],
    [{ nextRunAt: at(-60) }, false],
    [{ nextRunAt: null }, false],
    // This message was for an earlier run.
    [{ nextRunAt: at(-100), wokenAt: at(-101) }, true],
    [{ nextRunAt: at(-100), wokenAt: at(-100) }, false],
    [{ nextRunAt: at(-1000), wokenAt: at(-901) }, true],
    [{ nextRunAt: at(-1000), wokenAt: at(-900) }, false],
  ])('are overdue with %j: %s', async (columns, isOverdue) => {
    await set(columns)
    expect(await take()).toEqual(isOverdue ? ['c'] : [])
    expect(await take()).toEqual([])
  })

  it('are overdue first when they wait longest', async () => {
    await set({ nextRunAt: at(-100) })
    await set({ nextRunAt: at(-200) }, 'other')
    expect([await take(1), await take(1), await take(1)]).toEqual([['other'], ['c'], []])
  })

  it.each<[Columns, boolean, Date | null]>([
    [{ sendDueAt: NOW, sentAt: at(-60) }, true, at(240)],
    [{ sendDueAt: at(1), sentAt: at(-60) }, false, at(1)],
    [{ sendDueAt: NOW, sentAt: at(-24 * HOUR + 1) }, true, at(240)],
    [{ sendDueAt: NOW, sentAt: at(-24 * HOUR) }, false, null],
    [{ sendDueAt: null, sentAt: at(-60) }, false, null],
  ])('by hand with %j are sent again: %s', async (columns, isTaken, sendDueAt) => {
    await set(columns)
    const requests = isTaken ? [{ clippingId: 'c', requestedAt: columns['sentAt'] }] : []
    expect(await takeSends()).toEqual(requests)
    const [row] = await stack.db`select send_due_at from clippings where id = 'c'`
    expect(row).toEqual({ sendDueAt })
  })

  it('by hand are sent again first when they wait longest', async () => {
    await set({ sendDueAt: at(-1), sentAt: at(-60) })
    await set({ sendDueAt: at(-2), sentAt: at(-60) }, 'other')
    expect(await takeSends(1)).toMatchObject([{ clippingId: 'other' }])
    expect(await takeSends(1)).toMatchObject([{ clippingId: 'c' }])
  })

  it.each<[Columns, Date | null]>([
    [{}, null],
    [{ nextRunAt: NOW }, null],
    [{ nextRunAt: at(-1) }, at(-1)],
    [{ sentAt: at(-5) }, null],
    [{ sentAt: at(-5), sendDueAt: at(9) }, at(-5)],
    [{ sentAt: at(-5), sendDueAt: at(9), nextRunAt: at(-6) }, at(-6)],
    [{ sentAt: at(-5), sendDueAt: at(9), nextRunAt: at(-4) }, at(-5)],
  ])('with %j are due since %s', async (columns, since) => {
    await set({ name: 'Saúde', ...columns })
    expect(await findOldestDueRun(stack.db, NOW)).toEqual(since)
  })

  const later = (now: Date, ms: number) => new Date(now.getTime() + ms)
  const TIMES = ['timedAt', 'deliveredUntil', 'sentAt', 'answeredAt', 'wokenAt', 'sendDueAt'] as const
  it.each(TIMES.slice(0, 4).flatMap((column) => [[column, 600_000] as const, [column, 999_000] as const]))(
    'of a wrong clock are repaired: %s is %i ms ahead',
    async (column, ms) => {
      const now = new Date()
      const past = Object.fromEntries(TIMES.map((name) => [name, later(now, -5000)]))
      await set({ ...past, [column]: later(now, ms), nextRunAt: later(now, 40 * 86_400_000) })
      const isAhead = ms > 600_000
      expect(await repairClockSkew(stack.db, { now, limit: 9 })).toBe(isAhead ? 1 : 0)
      if (!isAhead) return
      const [row] = await stack.db`
        select timed_at, delivered_until, sent_at, answered_at, woken_at, send_due_at from clippings where id = 'c'`
      expect(row).toEqual({ ...past, timedAt: now, [column]: now })
      expect(await tables.clippings.count(stack.db, { nextRunAt: later(now, 40 * 86_400_000) })).toBe(0)
    },
  )

  it('of a wrong clock have no time of the future any more, and keep a run that is due or off', async () => {
    const now = new Date()
    const ahead = Object.fromEntries(TIMES.map((name) => [name, later(now, 999_000)]))
    await set({ ...ahead, nextRunAt: now })
    await set({ ...ahead, nextRunAt: null }, 'other')
    expect(await repairClockSkew(stack.db, { now, limit: 1 })).toBe(1)
    expect(await tables.clippings.count(stack.db, { id: 'c', wokenAt: now })).toBe(1)
    expect(await repairClockSkew(stack.db, { now, limit: 9 })).toBe(1)
    const rows = await stack.db`
      select next_run_at, timed_at, delivered_until, sent_at, answered_at, woken_at, send_due_at
      from clippings order by id`
    const present = Object.fromEntries(TIMES.map((name) => [name, now]))
    expect(rows).toEqual([
      { nextRunAt: now, ...present },
      { nextRunAt: null, ...present },
    ])
  })
})
