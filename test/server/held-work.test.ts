import { loadConfig } from '@pauta/platform/config/config'
import { holdSite } from '@pauta/scraper/store/site-state'
import { freeHeldWork } from '@pauta/server/held-work'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tables, timeAgo, timeAhead } from '../kit/rows/tables.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'
import { startRun } from '../kit/workers/runs.ts'

const AGENCY = 'aeb'

let stack: SharedStack
beforeAll(async () => {
  stack = await shareTestStack()
})
afterAll(() => stack.stop())

const hold = () =>
  holdSite(stack.db, {
    agencyKey: AGENCY,
    now: new Date(),
    until: timeAhead(15, 'minute'),
    isScheduled: false,
  })

it('the first process after a killed one takes up its runs and its sites at once', async () => {
  await tables.jobRuns.add(stack.db, {
    job: 'purge',
    target: '',
    scheduledTime: timeAgo(1, 'minute'),
    status: 'running',
    attempts: 1,
    startedAt: timeAgo(1, 'minute'),
    leaseUntil: timeAhead(15, 'minute'),
  })
  expect([await hold(), await hold()]).toEqual([true, false])
  const other = await startRun(stack, 'purge')
  expect((await other.until('skipped')).error).toContain('is still in progress')

  await freeHeldWork(loadConfig('database').database, new Date())
  expect(await hold()).toBe(true)
  const next = await startRun(stack, 'purge')
  await next.until('succeeded')
})
