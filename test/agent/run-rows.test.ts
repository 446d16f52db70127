import { beginRun, endRun, isRunActive } from '@pauta/agent/counted-runs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { at, ledgerRows, NOW, type Columns } from '../kit/rows/delivery-rows.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { tables } from '../kit/rows/tables.ts'

// How many runs a person has, on rows that differ from a matching row in one column.
const MINUTE = 60
const DAY = 24 * 60 * MINUTE

let stack: TestStack
const { restart } = ledgerRows(() => stack.db)
beforeAll(async () => {
  stack = await shareTestStack()
})
afterAll(() => stack.stop())
beforeEach(restart)

describe('runs of the assistant', () => {
  const begin = (userId: string, seconds = 0, streams = 10) =>
    beginRun(stack.db, { userId, now: at(seconds), streams })
  const countOpen = () => tables.agentRuns.count(stack.db, { userId: 'ana', endedAt: null })

  it('are two of a person at once; a third one stops the oldest', async () => {
    const ids = []
    for (const seconds of [0, 1, 2]) ids.push(await begin('ana', seconds))
    const active = await Promise.all(ids.map((id) => isRunActive(stack.db, id)))
    expect(active).toEqual([false, true, true])
    const [stopped = '', open = ''] = ids
    for (const id of [stopped, open]) await endRun(stack.db, { id, outcome: 'done', now: at(3) })
    const rows = await stack.db<
      { outcome: string | null }[]
    >`select outcome from agent_runs order by started_at`
    expect(rows.map(({ outcome }) => outcome)).toEqual(['stopped', 'done', null])
  })

  it.each<[string, Columns, number]>([
    ['open', {}, 1],
    ['ended', { endedAt: NOW, outcome: 'done' }, 2],
    ['of four minutes before', { startedAt: at(-4 * MINUTE) }, 2],
    ['of nearly four minutes before', { startedAt: at(-4 * MINUTE + 1) }, 1],
    ['of the same person', { userId: 'ana' }, 2],
  ])('are fewer while the stage is full of runs that are %s', async (_, columns, open) => {
    await tables.agentRuns.add(
      stack.db,
      Array.from({ length: 4 }, (_unused, n) => ({
        id: `r${n}`,
        userId: 'bia',
        startedAt: at(-1),
        endedAt: null,
        outcome: null,
        ...columns,
      })),
    )
    for (let run = 0; run < 3; run++) await begin('ana', 0, 5)
    expect(await countOpen()).toBe(open)
  })

  it.each([
    [0, 1, 2],
    [2, 5, 2],
    [3, 5, 1],
  ])('beside %d of others on a stage for %d streams are at most %d', async (others, streams, open) => {
    const row = { userId: 'bia', startedAt: at(-1), endedAt: null, outcome: null }
    await tables.agentRuns.add(
      stack.db,
      Array.from({ length: others }, (_, n) => ({ ...row, id: `r${n}` })),
    )
    for (let run = 0; run < 3; run++) await begin('ana', 0, streams)
    expect(await countOpen()).toBe(open)
  })

  it.each<[string, Columns]>([
    ['of another person', { userId: 'bia', endedAt: null, outcome: null }],
    ['that ended', { userId: 'ana', endedAt: at(-1), outcome: 'done' }],
  ])('stay open beside a later one %s, which stays as it is', async (_, columns) => {
    const row = { userId: 'ana', startedAt: at(-3), endedAt: null, outcome: null }
    const later = { id: 'later', startedAt: at(-2), ...columns }
    await tables.agentRuns.add(stack.db, [{ ...row, id: 'open' }, later])
    await begin('ana')
    expect(await isRunActive(stack.db, 'open')).toBe(true)
    expect(await stack.db`select * from agent_runs where id = 'later'`).toEqual([later])
  })

  it('that began at one moment end in the order of their ids', async () => {
    const row = { userId: 'ana', startedAt: at(-1), endedAt: null, outcome: null }
    // The row that is written last has the smaller id.
    await tables.agentRuns.add(stack.db, { ...row, id: 'r2' })
    await tables.agentRuns.add(stack.db, { ...row, id: 'r1' })
    await begin('ana')
    expect([await isRunActive(stack.db, 'r1'), await isRunActive(stack.db, 'r2')]).toEqual([false, true])
  })

  it('of more than a day ago are forgotten, of this person alone', async () => {
    const row = { startedAt: at(-DAY - 1), endedAt: at(-DAY), outcome: 'done', userId: 'ana' }
    await tables.agentRuns.add(stack.db, [
      { ...row, id: 'old' },
      { ...row, id: 'edge', startedAt: at(-DAY) },
      { ...row, id: 'other', userId: 'bia' },
    ])
    await begin('ana')
    const rows = await stack.db<
      { id: string }[]
    >`select id from agent_runs where id in ('old', 'edge', 'other') order by id`
    expect(rows.map(({ id }) => id)).toEqual(['edge', 'other'])
  })
})
