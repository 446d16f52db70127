import { claimDeliveries } from '@pauta/delivery/ledger/claim'
import { findOpenSync, nameOwner } from '@pauta/core/search-index/sync-state'
import { loadConfig } from '@pauta/platform/config/config'
import { holdSite } from '@pauta/scraper/store/site-state'
import { freeHeldWork, resumeDeliveries } from '@pauta/server/held-work'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ledgerRows } from '../kit/rows/delivery-rows.ts'
import { clearTables, tables, timeAgo, timeAhead } from '../kit/rows/tables.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'
import { listMessages, startRun } from '../kit/workers/runs.ts'

const AGENCY = 'aeb'

let stack: SharedStack
beforeAll(async () => {
  stack = await shareTestStack({ idleWorkers: ['deliver-email', 'deliver-telegram'] })
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

it('the first process after a killed one sends at once what that one had claimed', async () => {
  const { restart, addRows } = ledgerRows(() => stack.db)
  await restart()
  await addRows(
    { leaseUntil: timeAhead(2, 'minute') },
    { claimed: {}, handed: { status: 'sending' }, doubtful: { status: 'unknown' } },
  )
  const ids = ['claimed', 'doubtful', 'handed']
  const policy = { channel: 'email', isKeyed: false, isReported: false } as const
  const claim = async () =>
    (await claimDeliveries(stack.db, { ids, now: timeAhead(1, 'minute'), policy })).deliveries.map(
      ({ id }) => id,
    )
  expect(await claim()).toEqual([])
  await freeHeldWork(loadConfig('database').database, new Date())
  expect(await claim()).toEqual(ids)
  const rows = await stack.db`select status from deliveries order by id`
  expect(rows.map(({ status }) => status as string)).toEqual(['pending', 'unknown', 'unknown'])
})

it('the first process after a killed one sends the messages of what is due by then', async () => {
  const { restart, addRows } = ledgerRows(() => stack.db)
  await restart()
  await addRows(
    { dueAt: timeAgo(1, 'minute') },
    { due: {}, later: { dueAt: timeAhead(1, 'hour') }, chat: { channel: 'telegram' } },
  )
  await resumeDeliveries(loadConfig('database').database, new Date())
  const sent = async (queue: string) =>
    (await listMessages(stack, queue)).map((body) => JSON.parse(body) as unknown)
  expect(await sent('deliver-email')).toEqual([{ deliveryIds: ['due'] }])
  expect(await sent('deliver-telegram')).toEqual([{ deliveryIds: ['chat'] }])
})

it.each([
  ['continues a sync of the process that had its id', nameOwner(undefined), 'next'],
  ['continues a sync of a function', nameOwner('job sync-index'), 'next'],
  ['waits for a sync of another machine', 'another-machine:1:01', expect.stringContaining('Another synch')],
])('the first process after a killed one %s', async (_, owner, outcome) => {
  await clearTables(stack.db, ['indexSyncs'])
  const range = { startDate: null, model: 'm' }
  await tables.indexSyncs.add(stack.db, {
    ...range,
    id: 'open',
    collection: 'news',
    startedAt: new Date(),
    phase: 'fill',
    owner,
    leaseUntil: timeAhead(1, 'minute'),
  })
  const find = () =>
    findOpenSync(stack.db, { ...range, owner: 'next' }).then(
      (state) => state?.owner,
      (error: Error) => error.message,
    )
  expect(await find()).toContain('Another synchronisation is running')
  await freeHeldWork(loadConfig('database').database, new Date())
  expect(await find()).toEqual(outcome)
})
