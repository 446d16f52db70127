import { localDay } from '@pauta/platform/time/time'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeCommandCaller } from '../kit/processes/call-command.ts'
import { clearTables, tables, timeAgo } from '../kit/rows/tables.ts'
import { NewsSite, siteDate } from '../kit/services/news-site.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'
import { openPipeline, type Pipeline } from '../kit/workers/ingest.ts'
import { startRun } from '../kit/workers/runs.ts'

const site = new NewsSite()
let stack: SharedStack
let pipeline: Pipeline
beforeAll(async () => {
  await site.start()
  stack = await shareTestStack({ retrySeconds: () => 0 })
  stack.gates.sites.leadTo(site.port)
  pipeline = openPipeline(stack)
})
afterAll(async () => {
  pipeline.cloud.close()
  await site.stop()
})
beforeEach(() => clearTables(stack.db, ['backfills', 'scrapeBreakers', 'scrapeDrifts']))

const call = makeCommandCaller(() => stack.stack.environment)
const backfill = (...args: string[]) => call('scrape', ['backfill', ...args])
const dayAgo = (count: number) => localDay(timeAgo(count, 'day'))
const runJob = async () => (await (await startRun(stack, 'backfill')).until('succeeded')).result

describe('the job of the history', () => {
  it('stores the news of the past, of which nobody is told, and shows what was read', async () => {
    const published = timeAgo(300, 'day')
    const title = 'Balanço do ano passado'
    const url = site.publish('mec', { slug: 'balanco', title, date: siteDate(published) })
    const asked = await backfill('--agency', 'mec', '--from', dayAgo(400), '--to', dayAgo(200))
    expect(asked).toMatchObject({ code: 0 })
    const [, id = ''] = /^(\d+) {2}mec .* open$/m.exec(asked.stdout) ?? []
    expect(asked.stdout).toContain(`Follow it with --status ${id}; --stop ${id} ends it.`)
    expect(await runJob()).toEqual({ backfills: 1, ends: [{ id: Number(id), agency: 'mec', end: 'done' }] })
    await pipeline.settled()
    const [row] = await stack.db<{ uniqueId: string; publishedAt: Date; versionAt: Date }[]>`
      select unique_id, published_at, version_at from articles where url = ${url}`
    // The minute of the page: it arrived long ago, so no window of a clipping and no push has it.
    const minute = new Date(Math.floor(published.getTime() / 60_000) * 60_000)
    expect(row).toMatchObject({ publishedAt: minute, versionAt: minute })
    expect(await pipeline.availableAt(row?.uniqueId ?? '')).toEqual(minute)
    expect(await tables.scrapeRawPages.count(stack.db, { agencyKey: 'mec' })).toBe(1)
    const status = await backfill('--status', id)
    expect(status.stdout).toContain(`${id}  mec  ${dayAgo(400)} to ${dayAgo(200)}  done`)
    expect(status.stdout).toContain('2 pages listed, 1 addresses found: 1 stored')
    expect(await runJob()).toEqual({ backfills: 0 })
  })

  it('names what could not be read in the status of the sites', async () => {
    site.publish('cultura', {
      slug: 'proibida',
      title: 'Página proibida',
      date: siteDate(timeAgo(90, 'day')),
    })
    site.faults.set('/cultura/pt-br/assuntos/noticias/proibida', { status: 403 })
    await backfill('--agency', 'cultura', '--from', dayAgo(400))
    await runJob()
    await tables.scrapeSites.add(stack.db, { agencyKey: 'cultura', lastRunAt: new Date() })
    const { stdout } = await call('scrape', ['status', '--agency', 'cultura'])
    expect(stdout).toMatch(/cultura: unread history since .*: backfill \d+, .*: 1 refused/)
  })
})
