import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DELIVERY_CHANNELS } from '@pauta/platform/config/delivery-channels'
import { DELIVERY_LAG_LIMIT_SECONDS } from '@pauta/delivery/ledger/lag'
import { PIPELINE_STEPS } from '@pauta/core/steps/steps'
import { LAG_LIMIT_SECONDS } from '@pauta/core/operations/lag'
import { jobs } from '../../functions/jobs/jobs.ts'
import { pascalCase } from '../../stacks/pascal-case.ts'
import { type Graph, type Resource, getOne, listOfType, type Stages } from './graph.ts'
import { ROOT } from './platform.ts'
import { CHOSEN } from './stage-settings.ts'

const ALARM = 'aws:cloudwatch/metricAlarm:MetricAlarm'

const OPERATORS: Record<string, string> = {
  GreaterThanThreshold: '>',
  GreaterThanOrEqualToThreshold: '>=',
  LessThanThreshold: '<',
}

const own = (metricName: string, dimensions: Record<string, string>) => ({
  namespace: 'Pauta',
  metricName,
  dimensions: { stage: 'production', ...dimensions },
})

export function checkAlarms(stages: () => Stages): void {
  const alarmsOf = (graph: Graph) => listOfType(graph, ALARM)
  const isOfDeadLetters = ({ name }: Resource) => name.endsWith('DeadLettersAlarm')

  it('only the configured address gets alarms', () => {
    const { production, chosen } = stages()
    const subscriptions = (graph: Graph) =>
      listOfType(graph, 'aws:sns/topicSubscription:TopicSubscription').filter(
        ({ inputs }) => inputs['protocol'] === 'email',
      )
    expect(subscriptions(production)).toEqual([])
    expect(subscriptions(chosen).map(({ inputs }) => inputs['endpoint'])).toEqual([CHOSEN.alarmEmail])
  })

  describe('alarms', () => {
    it('watch every dead-letter queue except those of jobs with targets, which fail every day', () => {
      for (const graph of [stages().production, stages().chosen]) {
        const ofQueues = alarmsOf(graph).filter(isOfDeadLetters)
        const watched = new Set(
          ofQueues.map(({ inputs }) => (inputs['dimensions'] as { QueueName: string }).QueueName),
        )
        const unwatched = listOfType(graph, 'aws:sqs/queue:Queue')
          .map(({ inputs }) => String(inputs['name']))
          .filter((queue) => queue.includes('DeadLetters') && !watched.has(queue))
        const targeted = jobs.filter(({ targets }) => targets).map(({ name }) => pascalCase(name))
        expect(unwatched).toHaveLength(targeted.length)
        for (const name of targeted)
          expect(unwatched.filter((queue) => queue.includes(`-${name}JobDeadLetters`))).toHaveLength(1)
      }
    })

    it('watch the sweep’s series where it runs, the search server where it exists, and no preview', () => {
      const { production, staging, preview, chosen, small } = stages()
      const names = (graph: Graph) => new Set(alarmsOf(graph).map(({ name }) => name))
      const measured = alarmsOf(production).filter(({ inputs }) => inputs['namespace'] === 'Pauta')
      expect(measured.length).toBeGreaterThan(PIPELINE_STEPS.length + DELIVERY_CHANNELS.length)
      // A small stage has those that say that something stands still; staging has no sweep.
      const unmeasured = ['ApiErrors', 'DatabaseDisk', 'Nat1', 'Nat2', 'SearchServer']
      const standstills = ['SearchHealth', 'SearchDisk', 'SearchMemory', 'LateDigests', 'TimeToSearch']
      expect(names(staging)).toEqual(new Set(unmeasured.map((name) => `${name}Alarm`)))
      expect(names(small)).toEqual(new Set([...unmeasured, ...standstills].map((name) => `${name}Alarm`)))
      expect(alarmsOf(preview)).toEqual([])
      expect(names(production)).toContain('SearchServerAlarm')
      // Typesense Cloud has its own alarms.
      expect(names(chosen)).not.toContain('SearchServerAlarm')
    })

    it('are all in the guides, which name no other alarm', () => {
      const guide = ['operations', 'first-deployment', 'scale']
        .map((name) => readFileSync(join(ROOT, `docs/${name}.md`), 'utf8'))
        .join('\n')
      const named = new Set([...guide.matchAll(/`(\w+Alarm)`/g)].map(([, name]) => name ?? ''))
      const all = alarmsOf(stages().production)
      const missing = all.filter((alarm) => !isOfDeadLetters(alarm) && !named.has(alarm.name))
      expect(missing.map(({ name }) => name)).toEqual([])
      const known = new Set(all.map(({ name }) => name))
      expect([...named].filter((name) => !known.has(name))).toEqual([])
    })

    it.each<[string, Record<string, unknown>]>([
      ...PIPELINE_STEPS.map((step): [string, Record<string, unknown>] => [
        `${pascalCase(step)}Lag`,
        {
          ...own('OldestOpen', { service: 'pipeline', step }),
          threshold: LAG_LIMIT_SECONDS,
          treatMissingData: 'breaching',
        },
      ]),
      ...DELIVERY_CHANNELS.map((channel): [string, Record<string, unknown>] => [
        `${pascalCase(channel)}Deliveries`,
        {
          ...own('OldestDelivery', { service: 'delivery', channel }),
          threshold: DELIVERY_LAG_LIMIT_SECONDS,
          treatMissingData: 'breaching',
        },
      ]),
      ['TimeToSearch', { ...own('TimeToSearch', { service: 'pipeline' }), threshold: 600 }],
      ['LateDigests', { ...own('OldestRun', { service: 'delivery' }), threshold: 600 }],
      [
        'ApiAvailability',
        {
          metricName: '5XXError',
          dimensions: { ApiName: expect.any(String), Stage: expect.any(String) },
          statistic: 'Average',
          period: 3600,
          threshold: 0.005,
        },
      ],
      [
        'SlowAnswers',
        {
          namespace: 'AWS/Lambda',
          metricName: 'Duration',
          dimensions: { FunctionName: 'pauta-production-graphql' },
          extendedStatistic: 'p95',
          threshold: 1000,
        },
      ],
      [
        'EnrichDeadLetters',
        {
          metricName: 'ApproximateNumberOfMessagesVisible',
          dimensions: { QueueName: expect.stringContaining('-EnrichDeadLettersQueue-') as string },
          threshold: 0,
        },
      ],
    ])('begin at the limits of /ready and the objectives: %s', (name, expected) => {
      expect(getOne(stages().production, ALARM, new RegExp(`^${name}Alarm$`)).inputs).toMatchObject(expected)
    })

    // Minutes until it begins, and the limit. Their descriptions and the guide speak of these.
    it.each<[name: string, minutes: number, limit: string]>([
      ['ApiErrors', 10, 'Sum >= 10'],
      ['DatabaseDisk', 10, `Minimum < ${2 * 1024 ** 3}`],
      ['Nat1', 10, 'Maximum > 0'],
      ['SearchServer', 10, 'Maximum > 0'],
      ['SearchHealth', 10, 'Minimum < 1'],
      ['SearchDisk', 10, 'Minimum < 20'],
      ['SearchMemory', 10, 'Minimum < 15'],
      ['LateDigests', 10, 'Maximum > 600'],
      ['TimeToSearch', 15, 'Maximum > 600'],
      ['EnrichDeadLetters', 5, 'Maximum > 0'],
      ['ApiAvailability', 120, 'Average > 0.005'],
      ['SlowAnswers', 15, 'p95 > 1000'],
      ['DatabaseBusy', 30, 'Average > 90'],
      ['EnrichLag', 10, 'Maximum > 900'],
      ['EmailDeliveries', 10, 'Maximum > 1800'],
      ['FailedDeliveries', 15, 'Sum > 200'],
      ['StaleAgencies', 60, 'Maximum > 16'],
      ['FailingSites', 60, 'Maximum > 16'],
      ['DriftingSites', 60, 'Maximum > 0'],
    ])('begin after the time that they tell: %s', (name, minutes, limit) => {
      const { inputs } = getOne(stages().production, ALARM, new RegExp(`^${name}Alarm$`))
      expect((Number(inputs['period']) * Number(inputs['evaluationPeriods'])) / 60).toBe(minutes)
      const operator = OPERATORS[String(inputs['comparisonOperator'])]
      const statistic = String(inputs['statistic'] ?? inputs['extendedStatistic'])
      expect(`${statistic} ${operator} ${String(inputs['threshold'])}`).toBe(limit)
    })

    it('notify one topic when they begin and end', () => {
      const { production } = stages()
      const topic = getOne(production, 'aws:sns/topic:Topic', /^Alarms$/)
      const told = listOfType(production, ALARM).map(({ inputs }) => [
        inputs['alarmActions'],
        inputs['okActions'],
      ])
      const arn = expect.stringMatching(new RegExp(`:${topic.name}$`)) as string
      expect(told.length).toBeGreaterThan(10)
      for (const actions of told) expect(actions).toEqual([[arn], [arn]])
    })
  })
}
