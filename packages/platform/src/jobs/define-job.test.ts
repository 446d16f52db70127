import { readJobMessage } from './job-messages.ts'
import { describe, expect, it } from 'vitest'
import {
  backoffSeconds,
  documentedIdOf,
  findJob,
  findSchedule,
  runMaxReceives,
  runVisibilitySeconds,
  SCHEDULED_TIME_MARK,
  targetOf,
  toSchedulerExpression,
} from './define-job.ts'
import { jobs } from '@pauta/functions/jobs/jobs'
import { scrape } from '@pauta/functions/jobs/scrape/job'

describe('a job', () => {
  it.each<[string, string | undefined, object?]>([
    ['scrape', 'scrape'],
    ['rank-articles', 'rank-articles'],
    ['sync_postgres_to_dataset', 'export-dataset'],
    ['scrape_ebc', 'scrape-ebc'],
    ['scrape_mec', 'scrape', { agency: 'mec' }],
    ['scrape_<agency>', 'scrape', { agency: '<agency>' }],
    ['scrape_', undefined],
    ['scrape-mec', undefined],
    ['nothing', undefined],
    ['', undefined],
  ])('by the name %j is %s', (name, job, parameters = {}) => {
    const found = findJob(jobs, name)
    expect(found && [found.job.name, found.parameters]).toEqual(job && [job, parameters])
  })
})

describe('a run', () => {
  it('has the target that its parameters name', () => {
    expect(targetOf(scrape, { agency: 'mec' })).toBe('mec')
    expect(targetOf(scrape, {})).toBe('')
    expect(targetOf({}, { agency: 'mec' })).toBe('')
  })

  it('that was killed is received again a minute after its time-out', () => {
    expect(runVisibilitySeconds({ timeoutSeconds: 240 })).toBe(300)
  })

  it('is received once more than it is retried', () => {
    const backoff = { kind: 'fixed', seconds: 60 } as const
    expect([0, 2].map((attempts) => runMaxReceives({ retries: { attempts, backoff } }))).toEqual([1, 3])
  })
})

describe('the list of jobs', () => {
  it('matches the documented ids, schedules, retries and time-outs', () => {
    const documented = jobs.map(({ documentedId, schedule, retries, timeoutSeconds }) => [
      documentedId,
      schedule?.cron ?? 'manual',
      `${retries.attempts} × ${retries.backoff.kind} ${retries.backoff.seconds} s`,
      timeoutSeconds,
    ])
    expect(documented).toEqual([
      ['scrape_<agency>', '*/15 * * * *', '2 × fixed 300 s', 900],
      ['scrape_ebc', '*/15 * * * *', '2 × fixed 300 s', 900],
      ['check-integrity', '*/30 * * * *', '0 × fixed 60 s', 600],
      ['backfill', '*/15 * * * *', '0 × fixed 60 s', 900],
      ['sweep', '*/5 * * * *', '0 × fixed 60 s', 240],
      ['purge', '30 3 * * *', '2 × fixed 300 s', 600],
      ['push-news', '*/5 * * * *', '0 × fixed 60 s', 240],
      ['push-feeds', '*/5 * * * *', '0 × fixed 60 s', 240],
      ['rank-entities', '0 */6 * * *', '2 × fixed 300 s', 300],
      ['rank-articles', '0 * * * *', '2 × fixed 300 s', 300],
      ['learn-themes', '0 4 * * SUN', '1 × fixed 300 s', 900],
      ['sync_postgres_to_dataset', '0 6 * * *', '3 × exponential 300 s', 900],
      ['export-changes', '0 7 * * *', '3 × exponential 300 s', 900],
      ['reconciliation_dlq', 'manual', '1 × fixed 300 s', 600],
      ['replay_bronze_events', 'manual', '2 × exponential 60 s', 900],
      ['repair-articles', 'manual', '1 × fixed 300 s', 900],
      ['sync-index', 'manual', '2 × exponential 60 s', 900],
      ['test_postgres_connection', 'manual', '0 × fixed 60 s', 60],
    ])
  })

  it('respects the limits of Lambda and of the scheduler', () => {
    const outside = jobs.filter(
      ({ name, timeoutSeconds }) => !/^[a-z]+(-[a-z]+)*$/.test(name) || timeoutSeconds > 900,
    )
    expect(outside.map(({ name }) => name)).toEqual([])
    expect(new Set(jobs.map(({ name }) => name)).size).toBe(jobs.length)
  })

  it('accepts the message of every schedule', () => {
    const refused = jobs.flatMap((job) =>
      [findSchedule(job)]
        .filter((schedule) => schedule !== undefined)
        .map(({ message }) => readJobMessage(message.replace(SCHEDULED_TIME_MARK, '2026-06-01T12:15:00Z')))
        .filter(({ parameters }) => !job.parameters.safeParse(parameters).success)
        .map(({ parameters }) => [job.name, parameters]),
    )
    expect(refused).toEqual([])
  })
})

describe('schedules', () => {
  it('have names of their own, and messages without a target', () => {
    const names = jobs.flatMap((job) => findSchedule(job)?.name ?? [])
    expect(new Set(names).size).toBe(names.length)
    expect(names).toEqual(expect.arrayContaining(['scrape', 'scrape_ebc', 'sync_postgres_to_dataset']))
    expect(findSchedule(scrape)).toEqual({
      name: 'scrape',
      expression: 'cron(*/15 * * * ? *)',
      timezone: 'America/Sao_Paulo',
      message: `{"scheduledTime":"${SCHEDULED_TIME_MARK}","parameters":{}}`,
    })
    expect(findSchedule({ ...scrape, schedule: undefined })).toBeUndefined()
  })

  it('of one target have its documented id', () => {
    expect(documentedIdOf(scrape, 'mec')).toBe('scrape_mec')
    expect(documentedIdOf({ documentedId: 'sweep' }, '')).toBe('sweep')
  })

  it('convert cron expressions to the syntax of EventBridge Scheduler', () => {
    expect(toSchedulerExpression('0 6 * * *')).toBe('cron(0 6 * * ? *)')
    expect(toSchedulerExpression('0 6 1 */2 *')).toBe('cron(0 6 1 */2 ? *)')
    expect(toSchedulerExpression('0 6 * * MON-FRI')).toBe('cron(0 6 ? * MON-FRI *)')
    expect(() => toSchedulerExpression('0 6 * * 1')).toThrow(/name days of the week/)
    expect(() => toSchedulerExpression('0 6 1 * MON')).toThrow(/leave the day of the month open/)
    expect(() => toSchedulerExpression('0 6 * *')).toThrow(/4 fields/)
  })
})

describe('the back-off', () => {
  it('is fixed or doubles, up to the 12 hours for which SQS can hide a message', () => {
    const fixed = { attempts: 2, backoff: { kind: 'fixed', seconds: 300 } } as const
    expect([1, 2, 3].map((attempt) => backoffSeconds(fixed, attempt))).toEqual([300, 300, 300])
    const exponential = { attempts: 3, backoff: { kind: 'exponential', seconds: 60 } } as const
    expect([1, 2, 3].map((attempt) => backoffSeconds(exponential, attempt))).toEqual([60, 120, 240])
    expect(backoffSeconds(exponential, 40)).toBe(12 * 3600)
  })
})
