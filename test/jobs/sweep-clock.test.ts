import { afterAll, beforeAll, expect, it } from 'vitest'
import { tables, timeAgo, timeAhead } from '../kit/rows/tables.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { startRun } from '../kit/workers/runs.ts'

const YEAR_DAYS = 365

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack({ idleWorkers: ['deliver-push'] })
})
afterAll(() => stack.stop())

const sweep = async () => (await startRun(stack, 'sweep')).until('succeeded')
const minutesAhead = (minutes: number) => timeAhead(YEAR_DAYS * 24 * 60 + minutes, 'minute')

it('the sweep makes sites due that were read while a clock was ahead, and ends the pauses of that time', async () => {
  await tables.scrapeSites.add(stack.db, [
    {
      agencyKey: 'mec',
      lastRunAt: minutesAhead(0),
      nextAt: minutesAhead(15),
      lastSuccessAt: minutesAhead(0),
    },
    {
      agencyKey: 'agu',
      lastRunAt: timeAgo(1, 'minute'),
      nextAt: timeAhead(14, 'minute'),
      lastSuccessAt: null,
    },
  ])
  await tables.scrapeHosts.add(stack.db, [
    { host: 'www.gov.br', openAt: minutesAhead(0), requestsOn: '2026-11-20' },
    { host: 'www.bcb.gov.br', openAt: timeAhead(59, 'minute'), requestsOn: '2026-11-20' },
  ])
  await tables.scrapeBreakers.add(stack.db, [
    { site: 'mec', failures: 5, pauseMs: 300_000, openUntil: minutesAhead(5) },
    { site: 'agu', failures: 5, pauseMs: 300_000, openUntil: timeAhead(59, 'minute') },
  ])
  expect((await sweep()).result).toMatchObject({ repairedSites: 1 })
  const rows = await stack.db`
    select agency_key, next_at is null as is_due, last_run_at <= now() as is_past from scrape_sites order by agency_key`
  expect(rows).toEqual([
    { agencyKey: 'agu', isDue: false, isPast: true },
    { agencyKey: 'mec', isDue: true, isPast: true },
  ])
  expect(await stack.db`select host from scrape_hosts where open_at > now()`).toEqual([
    { host: 'www.bcb.gov.br' },
  ])
  expect(await stack.db`select site from scrape_breakers where open_until > now()`).toEqual([{ site: 'agu' }])
  expect((await sweep()).result).toMatchObject({ repairedSites: 0 })
})

it('the sweep lets deliveries that a clock ahead has put off wait only for their own pause', async () => {
  await tables.users.add(stack.db, { id: 'leitora' })
  const row = (id: string, columns: Record<string, unknown>) => ({
    id,
    userId: 'leitora',
    kind: 'new-articles',
    channel: 'push',
    address: '1',
    payload: {},
    status: 'pending',
    leaseUntil: null,
    ...columns,
  })
  await tables.deliveries.add(stack.db, [
    row('at-once', { dueAt: minutesAhead(0), updatedAt: minutesAhead(0) }),
    row('later', { dueAt: minutesAhead(30), updatedAt: minutesAhead(0) }),
    row('under-way', { dueAt: minutesAhead(0), updatedAt: minutesAhead(0), leaseUntil: minutesAhead(2) }),
    row('right', { dueAt: timeAhead(60, 'minute'), updatedAt: new Date() }),
    row('over', { status: 'sent', dueAt: null, updatedAt: minutesAhead(0) }),
  ])
  expect((await sweep()).result).toMatchObject({ repairedDeliveries: 2 })
  const waits = await stack.db<{ id: string; minutes: number | null }[]>`
    select id, ceil(extract(epoch from due_at - now()) / 60)::int as minutes from deliveries order by id`
  expect(waits).toEqual([
    { id: 'at-once', minutes: 0 },
    { id: 'later', minutes: 30 },
    { id: 'over', minutes: null },
    { id: 'right', minutes: 60 },
    { id: 'under-way', minutes: YEAR_DAYS * 24 * 60 },
  ])
})
