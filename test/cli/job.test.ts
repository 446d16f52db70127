import { scrapeSites } from '@pauta/functions/jobs/scrape/handler'
import { scrape } from '@pauta/functions/jobs/scrape/job'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeCommandCaller } from '../kit/processes/call-command.ts'
import { runCommand, startCommand } from '../kit/processes/command.ts'
import { quickJob } from '../kit/workers/quick-job.ts'
import { startScraper, type Scraper } from '../kit/services/scraper-service.ts'
import { startTestStack, type TestStack } from '../kit/stack/stack.ts'

const COMMAND = 'job'
const quick = quickJob(scrape, scrapeSites, {
  retries: { attempts: 1, backoff: { kind: 'fixed', seconds: 1 } },
})

let stack: TestStack
let scraper: Scraper
beforeAll(async () => {
  scraper = await startScraper({ listNews: () => [] })
  stack = await startTestStack({ jobs: [quick], outsideScraper: { url: scraper.url } })
  scraper.sendTo(stack.stack.queueUrl('news-ingest'))
})
afterAll(async () => {
  await stack.stop()
  await scraper.stop()
})
beforeEach(() => scraper.setMode('normal'))

const call = makeCommandCaller(() => stack.stack.environment)
const run = (...args: string[]) => call(COMMAND, args)

describe('npm run job', () => {
  it('runs a job, prints its result and exits with 0', async () => {
    const { code, stdout, stderr } = await run('check-database')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/succeeded\n {2}articles: 0\n(.*\n)* {2}serverVersion: 1\d/)
  })

  it('passes parameters to the job', async () => {
    const { code, stdout } = await run('scrape', '--agency', 'mec')
    expect(code).toBe(0)
    expect(stdout).toMatch(/agencies_processed: 1/)
    expect(scraper.requests.at(-1)?.body.agencies).toEqual(['mec'])
  })

  it('accepts documented ids as names, also with an agency', async () => {
    const { code, stdout } = await run('scrape_mec')
    expect({ code, asked: scraper.requests.at(-1)?.body.agencies }).toEqual({
      code: 0,
      asked: ['mec'],
    })
    expect(stdout).toMatch(/agencies_processed: 1/)
    expect(await run('reconciliation_dlq', '--queue', 'embed')).toMatchObject({ code: 0, stderr: '' })
    expect((await run('scrape_ebc', '--runs')).code).toBe(0)
  })

  it('refuses invalid parameters before it queues a run', async () => {
    const [before] = await stack.db`select count(*)::int as runs from job_runs`
    const replay = [
      'replay-events',
      '--start-date',
      '2026-06-02',
      '--end-date',
      '2026-06-01',
      '--topic',
      'news.scraped',
    ]
    for (const [args, problem] of [
      [replay, /--end-date: end_date 2026-06-01 lies before start_date 2026-06-02/],
      [['scrape', '--agency', 'No pe'], /--agency: no key of an agency/],
      [['scrape_tvbrasil'], /--agency: the job scrape-ebc reads/],
      [['scrape_mec', '--agency', 'saude'], /--agency is a part of the name already/],
      [['reconcile-dlq', '--queue', 'elsewhere'], /--queue: .*"index"/],
    ] as const) {
      const { code, stderr } = await run(...args)
      expect({ args, code, stderr }).toEqual({
        args,
        code: 2,
        stderr: expect.stringMatching(problem) as string,
      })
    }
    expect((await stack.db`select count(*)::int as runs from job_runs`)[0]).toEqual(before)
  })

  it('follows a failing run through its retries, prints the reasons and exits with 1', async () => {
    scraper.setMode('failing')
    const { code, stdout } = await run('scrape', '--agency=saude')
    expect(code).toBe(1)
    expect(stdout).toMatch(/failed: Error: the scraper answered 500.*\nit is tried again in 5 min/)
    expect(stdout).toMatch(/failed after 2 tries: Error: the scraper answered 500/)
  })

  it('stops following a run at Ctrl-C; the run continues', async () => {
    scraper.setMode('slow')
    const command = startCommand(COMMAND, ['scrape', '--agency', 'anp'], stack.stack.environment)
    await expect.poll(() => command.output()).toContain('running')
    command.child.kill('SIGINT')
    const { code, stdout } = await command.ended
    expect(code).toBe(1)
    expect(stdout).toContain(
      'The run continues without this command; npm run job -- scrape --runs shows its end.',
    )
  })

  it('lists the latest runs with status and reason', async () => {
    const { code, stdout } = await run('scrape', '--runs')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^for +agency +status +tries +why\n/)
    expect(stdout).toMatch(/\n20\S+ +saude +failed +2 +Error: the scraper answered 500/)
  })

  it('lists every job with its schedule and its parameters', async () => {
    const { code, stdout } = await runCommand(COMMAND, ['--list'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/scrape +\*\/15 \* \* \* \* \(America\/Sao_Paulo\) +scrape_<agency>/)
    expect(stdout).toMatch(/replay-events +by hand only +replay_bronze_events/)
    expect(stdout).toMatch(
      /\nreplay-events\n {2}--start-date VALUE +first local day.*\n.*\n.*\n {2}\[--dry-run\] +only count/,
    )
  })

  it.each([
    [['nothing'], /There is no job nothing\. There are: scrape, /],
    [['replay-events'], /replay-events: --start-date is missing/],
    [['purge', '--agency', 'mec'], /purge: there is no --agency/],
  ])('refuses %j and explains why', async (args, problem) => {
    const { code, stderr } = await run(...args)
    expect(code).toBe(2)
    expect(stderr).toMatch(problem)
  })
})
