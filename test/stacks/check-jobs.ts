import { describe, expect, it } from 'vitest'
import { SCHEDULED_TIME_MARK } from '../../packages/platform/src/jobs/define-job.ts'
import { jobs } from '../../functions/jobs/jobs.ts'
import { pascalCase } from '../../stacks/pascal-case.ts'
import {
  getFunction,
  getOne,
  jsonOf,
  listOfType,
  numberOf,
  type Resource,
  revealed,
  type Stages,
} from './graph.ts'

const QUEUE = 'aws:sqs/queue:Queue'
const SCHEDULE = 'aws:scheduler/schedule:Schedule'
const MAPPING = 'aws:lambda/eventSourceMapping:EventSourceMapping'

export function checkJobs(stages: () => Stages): void {
  describe('the queue of every job', () => {
    it.each(jobs.map((job) => [job.name, job] as const))('%s', (_, job) => {
      const { production } = stages()
      const name = `${pascalCase(job.name)}Job`
      const queue = getOne(production, QUEUE, new RegExp(`^${name}QueueQueue$`))
      const deadLetters = getOne(production, QUEUE, new RegExp(`^${name}DeadLettersQueue$`))
      expect(numberOf(deadLetters, 'messageRetentionSeconds')).toBe(24 * 3600)
      const fn = getFunction(production, `job-${job.name}`)
      const tags = { 'pauta:job': job.name, 'pauta:tags': job.tags.join(' ') }
      expect(queue.inputs).toMatchObject({ tags })
      expect(fn.inputs).toMatchObject({ timeout: job.timeoutSeconds, tags })
      expect(getOne(production, MAPPING, new RegExp(`^${name}Queue`)).inputs).toMatchObject({
        batchSize: 1,
        scalingConfig: { maximumConcurrency: Math.max(2, job.concurrency) },
      })
    })
  })

  it('exempt every job that continues from the recognition of loops, and no other', () => {
    const exempt = listOfType(
      stages().production,
      'aws:lambda/functionRecursionConfig:FunctionRecursionConfig',
    ).map(({ inputs }) => {
      expect(inputs['recursiveLoop']).toBe('Allow')
      return String(revealed(inputs['functionName'])).split('-job-').at(-1)
    })
    const continuing = jobs.filter((job) => 'continues' in job).map(({ name }) => name)
    expect(new Set(exempt)).toEqual(new Set(continuing))
  })

  describe('the schedules', () => {
    const list = () => listOfType(stages().production, SCHEDULE)
    const find = (name: string): Resource =>
      getOne(stages().production, SCHEDULE, new RegExp(`^Schedule-${name}$`))

    it('exist in production', () => {
      const names = list().map(({ inputs }) => String(inputs['name']))
      expect(names.sort()).toEqual([
        'backfill',
        'check-integrity',
        'learn-themes',
        'purge',
        'push-news',
        'rank-articles',
        'rank-entities',
        'scrape',
        'scrape_ebc',
        'sweep',
        'sync_postgres_to_dataset',
      ])
    })

    it('read the sites every 15 minutes, and sweep on time', () => {
      expect(find('scrape').inputs).toMatchObject({
        scheduleExpression: 'cron(*/15 * * * ? *)',
        scheduleExpressionTimezone: 'America/Sao_Paulo',
        flexibleTimeWindow: { mode: 'OFF' },
      })
      expect(find('sweep').inputs).toMatchObject({
        scheduleExpression: 'cron(*/5 * * * ? *)',
        flexibleTimeWindow: { mode: 'OFF' },
      })
    })

    it('send a run to the queue of their job', () => {
      const { target } = find('scrape').inputs as { target: Record<string, unknown> }
      expect(target).toMatchObject({
        arn: expect.stringMatching(/:ScrapeJobQueueQueue$/) as string,
        retryPolicy: { maximumEventAgeInSeconds: 900 },
      })
      expect(JSON.parse(String(target['input']))).toEqual({
        scheduledTime: SCHEDULED_TIME_MARK,
        parameters: {},
      })
    })

    it('share one group and one role, which may only send runs to queues', () => {
      const { production } = stages()
      const group = getOne(production, 'aws:scheduler/scheduleGroup:ScheduleGroup', /^JobSchedules$/)
      expect(new Set(list().map(({ inputs }) => inputs['groupName']))).toEqual(
        new Set([group.inputs['name']]),
      )
      const role = getOne(production, 'aws:iam/role:Role', /^SchedulerRole$/)
      const roles = list().map(({ inputs }) => (inputs['target'] as { roleArn: string }).roleArn)
      expect(new Set(roles).size).toBe(1)
      expect(jsonOf(role, 'assumeRolePolicy')).toMatchObject({
        Statement: [
          {
            Principal: { Service: 'scheduler.amazonaws.com' },
            Condition: {
              StringEquals: { 'aws:SourceArn': expect.stringMatching(/JobSchedules$/) as string },
            },
          },
        ],
      })
      const [policy] = role.inputs['inlinePolicies'] as [{ policy: string }]
      const { Statement } = JSON.parse(policy.policy) as {
        Statement: { Action: string; Resource: string[] }[]
      }
      expect(Statement.map(({ Action }) => Action)).toEqual(['sqs:SendMessage'])
      expect(Statement[0]?.Resource.map((arn) => arn.split(':').at(-1)).sort()).toEqual([
        'BackfillJobQueueQueue',
        'CheckIntegrityJobQueueQueue',
        'ExportDatasetJobQueueQueue',
        'LearnThemesJobQueueQueue',
        'PurgeJobQueueQueue',
        'PushNewsJobQueueQueue',
        'RankArticlesJobQueueQueue',
        'RankEntitiesJobQueueQueue',
        'ScrapeEbcJobQueueQueue',
        'ScrapeJobQueueQueue',
        'SweepJobQueueQueue',
      ])
    })
  })

  it('leave jobs time to record their outcome before Lambda ends them', () => {
    // The margins of run-job.ts are 30 s and 10 s.
    for (const { name } of jobs)
      expect(numberOf(getFunction(stages().production, `job-${name}`), 'timeout')).toBeGreaterThan(40)
  })
}
