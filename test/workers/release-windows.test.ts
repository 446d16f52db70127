import type { ReleaseDependencies } from '@pauta/functions/workers/release/make-release'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
