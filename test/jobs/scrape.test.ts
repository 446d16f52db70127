import { scrapeSites } from '@pauta/functions/jobs/scrape/handler'
import { scrape } from '@pauta/functions/jobs/scrape/job'
import { connectQueues } from '@pauta/platform/queues/queues'
import { localDay } from '@pauta/platform/time/time'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anArticle } from '../kit/rows/factories.ts'
import { quickJob } from '../kit/workers/quick-job.ts'
import { listMessages, startRun } from '../kit/workers/runs.ts'
import { startScraper, type Scraper } from '../kit/services/scraper-service.ts'
import { startTestStack, type TestStack } from '../kit/stack/stack.ts'
import { timeAhead, tables } from '../kit/rows/tables.ts'

// Work stops 30 s before the time-out: after two seconds here.
const TIMEOUT_SECONDS = 32
const quick = quickJob(scrape, scrapeSites, {
  timeoutSeconds: TIMEOUT_SECONDS,
  retries: { attempts: 2, backoff: { kind: 'fixed', seconds: 1 } },
})

let stack: TestStack
let scraper: Scraper
beforeAll(async () => {
  scraper = await startScraper({
    listNews: (agencies) => agencies.map((agencyKey) => anArticle({ agencyKey })),
  })
  stack = await startTestStack({ jobs: [quick], outsideScraper: { url: scraper.url } })
  scraper.sendTo(stack.stack.queueUrl('news-ingest'))
})
afterAll(async () => {
  await stack.stop()
  await scraper.stop()
})
beforeEach(() => scraper.setMode('normal'))

const scrapeOf = (agency: string) => startRun(stack, 'scrape', { agency }, { target: agency })

describe('a scrape', () => {
  it('requests the last hour of one agency, and its news is searchable', async () => {
    const run = await scrapeOf('saude')
    const { result, target } = await run.until('succeeded')
    expect(target).toBe('saude')
    expect(result).toMatchObject({ status: 'completed', articles_scraped: 1, errors: [] })
    const hourBefore = new Date(run.scheduledTime.getTime() - 3_600_000)
    expect(scraper.requests.at(-1)).toEqual({
      path: '/scrape/agencies',
      authorization: undefined,
      body: {
        start_date: localDay(hourBefore),
        end_date: localDay(run.scheduledTime),
        agencies: ['saude'],
        allow_update: false,
        sequential: true,
      },
    })
    const find = () => stack.query('{ articles(filter: { agencies: ["saude"] }) { found } }')
    await expect.poll(find).toEqual({ articles: { found: 1 } })
  })

  it('waits for its back-off after a failure, records the reason, and continues when the service is back', async () => {
    scraper.setMode('failing')
    const run = await scrapeOf('mec')
    const waiting = await run.until('waiting')
    expect(waiting.error).toMatch(/the scraper answered 500.*the site did not answer/)
    scraper.setMode('normal')
    const { attempts, error } = await run.until('succeeded')
    expect({ attempts, error }).toEqual({ attempts: 2, error: null })
  })

  it('counts a partial scrape as failed', async () => {
    scraper.setMode('partial')
    const run = await scrapeOf('cultura')
    const { error } = await run.until('waiting')
    expect(error).toBe(
      'Error: the scrape was partial; 0 of 1 agencies read; cultura: the site did not answer',
    )
  })

  it('is a dead letter after two more tries, which its run records', async () => {
    scraper.setMode('failing')
    const run = await scrapeOf('esporte')
    const { attempts, finishedAt } = await run.until('failed')
    expect(attempts).toBe(3)
    expect(finishedAt).toBeInstanceOf(Date)
    const messages = () => listMessages(stack, 'job-scrape-dlq')
    await expect
      .poll(async () => (await messages()).filter((body) => body.includes('esporte')).length)
      .toBe(1)
  })

  it('is stopped in time when the service does not answer', async () => {
    scraper.setMode('slow')
    const run = await scrapeOf('turismo')
    const { error } = await run.until('waiting')
    expect(error).toMatch(/aborted|timeout/i)
  })

  it('skips a run that comes a whole interval late', async () => {
    const scheduledTime = new Date(Date.now() - 16 * 60_000)
    const asked = scraper.requests.length
    const late = { target: 'abc', scheduledTime, manual: false }
    const run = await startRun(stack, 'scrape', { agency: 'abc' }, late)
    const { error, attempts } = await run.until('skipped')
    expect({ error, attempts }).toEqual({
      error: '16 minutes late, and the next run comes every 15',
      attempts: 0,
    })
    expect(scraper.requests.length).toBe(asked)
  })

  it('skips a run while another of the same agency runs, and none of another agency', async () => {
    await tables.jobRuns.add(stack.db, {
      job: 'scrape',
      target: 'abin',
      scheduledTime: '2026-06-01T12:00:00Z',
      status: 'running',
      attempts: 1,
      startedAt: new Date(),
      leaseUntil: timeAhead(5, 'minute'),
    })
    const run = await scrapeOf('abin')
    const { error } = await run.until('skipped')
    expect(error).toBe('the run of 2026-06-01T12:00:00.000Z is still in progress')
    await (await scrapeOf('aeb')).until('succeeded')
  })

  it('ends as a dead letter for an invalid message', async () => {
    await connectQueues().send(stack.stack.queueUrl('job-scrape'), ['no message of a run'])
    await expect.poll(() => listMessages(stack, 'job-scrape-dlq')).toContain('no message of a run')
  })

  it('becomes a run for each active agency without one, and calls for each', async () => {
    // Some agencies show as much as all. One of the two that the other job reads is among them, and one that is inactive.
    const some = ['aeb', 'ans', 'mec', 'saude', 'tvbrasil']
    await tables.sites.set(stack.db, {}, { active: false })
    await tables.sites.set(stack.db, { agencyKey: some }, { active: true })
    const run = await startRun(stack, 'scrape')
    const { result } = await run.until('succeeded')
    const [row] = await stack.db<{ sites: number }[]>`
      select count(*)::int as sites from sites where active and kind not in ('agenciabrasil', 'tvbrasil')`
    expect(result).toEqual({ status: 'started', agencies: row?.sites })
    const targets = () => stack.db<{ target: string }[]>`
      select target from job_runs where job = 'scrape' and target <> '' and scheduled_time = ${run.scheduledTime}`
    await expect.poll(async () => (await targets()).length).toBe(row?.sites)
    expect((await targets()).map(({ target }) => target)).not.toContain('tvbrasil')
  })

  it.each([
    ['nope', 1, /nope: unknown_agency/],
    ['lapoc', 1, /lapoc: inactive_agency/],
    ['tvbrasil', 0, /^agency: the job scrape-ebc reads/],
    ['No key', 0, /^agency: no key of an agency/],
  ])('of %s fails without a retry after %i tries', async (agency, attempts, reason) => {
    const run = await (await scrapeOf(agency)).until('failed')
    expect({ error: run.error, attempts: run.attempts }).toEqual({
      error: expect.stringMatching(reason) as string,
      attempts,
    })
    expect(scraper.requests.map(({ body }) => body.agencies)).not.toContainEqual([agency])
  })
})
