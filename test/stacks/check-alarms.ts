import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DELIVERY_CHANNELS } from '@pauta/platform/config/delivery-channels'
import { DELIVERY_LAG_LIMIT_SECONDS } from '@pauta/delivery/ledger/lag'
import { PIPELINE_STEPS } from '@pauta/core/steps/steps'
import { LAG_LIMIT_SECONDS } from '@pauta/core/operations/lag'
import { jobs } from '../../functions/jobs/jobs.ts'
import { pascalCase } from '../../stacks/pascal-case.ts'
import { type Graph, type Resource, getFunction, getOne, listOfType, type Stages } from './graph.ts'
import { ROOT } from './platform.ts'
import { CHOSEN } from './stage-settings.ts'

const ALARM = 'aws:cloudwatch/metricAlarm:MetricAlarm'

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
      const names = (graph: Graph) => alarmsOf(graph).map(({ name }) => name)
      const measured = alarmsOf(production).filter(({ inputs }) => inputs['namespace'] === 'Pauta')
      expect(measured.length).toBeGreaterThan(PIPELINE_STEPS.length + DELIVERY_CHANNELS.length)
      // A small stage has those that say that something stands still; staging has no sweep.
      const unmeasured = [
        'ApiErrorsAlarm',
        'DatabaseDiskAlarm',
        'Nat1Alarm',
        'Nat2Alarm',
        'SearchServerAlarm',
      ]
      expect(names(staging).toSorted()).toEqual(unmeasured)
      expect(names(small).toSorted()).toEqual(
        [
          ...unmeasured,
          'LateDigestsAlarm',
          'SearchDiskAlarm',
          'SearchHealthAlarm',
          'SearchMemoryAlarm',
          'TimeToSearchAlarm',
        ].toSorted(),
      )
      expect(alarmsOf(preview)).toEqual([])
      expect(names(production)).toContain('SearchServerAlarm')
      // Typesense Cloud has its own alarms.
      expect(names(chosen)).not.toContain('SearchServerAlarm')
    })

    it('are all in the operations guide, which names no other alarm', () => {
      const guide = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')
      const named = new Set([...guide.matchAll(/`(\w+Alarm)`/g)].map(([, name]) => name ?? ''))
      const all = alarmsOf(stages().production)
      const missing = all.filter((alarm) => !isOfDeadLetters(alarm) && !named.has(alarm.name))
      expect(missing.map(({ name }) => name)).toEqual([])
      const known = new Set(all.map(({ name }) => name))
      expect([...named].filter((name) => !known.has(name))).toEqual([])
    })

    it('start when a step lags as long as /ready calls degraded, or is not measured', () => {
      const { production } = stages()
      for (const step of PIPELINE_STEPS) {
        const { inputs } = getOne(production, ALARM, new RegExp(`^${pascalCase(step)}LagAlarm$`))
        expect(inputs).toMatchObject({
          namespace: 'Pauta',
          metricName: 'OldestOpen',
          dimensions: { service: 'pipeline', stage: 'production', step },
          threshold: LAG_LIMIT_SECONDS,
          treatMissingData: 'breaching',
        })
      }
    })

    it('start when a channel lags, or is not measured', () => {
      for (const channel of DELIVERY_CHANNELS) {
        const { inputs } = getOne(
          stages().production,
          ALARM,
          new RegExp(`^${pascalCase(channel)}DeliveriesAlarm$`),
        )
        expect(inputs).toMatchObject({
          namespace: 'Pauta',
          metricName: 'OldestDelivery',
          dimensions: { service: 'delivery', stage: 'production', channel },
          threshold: DELIVERY_LAG_LIMIT_SECONDS,
          treatMissingData: 'breaching',
        })
      }
    })

    it('start when answers fail or take longer than the objectives allow', () => {
      const { production } = stages()
      expect(getOne(production, ALARM, /^ApiAvailabilityAlarm$/).inputs).toMatchObject({
        metricName: '5XXError',
        dimensions: getOne(production, ALARM, /^ApiErrorsAlarm$/).inputs['dimensions'],
        statistic: 'Average',
        period: 3600,
        threshold: 0.005,
      })
      expect(getOne(production, ALARM, /^SlowAnswersAlarm$/).inputs).toMatchObject({
        namespace: 'AWS/Lambda',
        metricName: 'Duration',
        dimensions: { FunctionName: getFunction(production, 'graphql').inputs['name'] },
        extendedStatistic: 'p95',
        threshold: 1000,
      })
    })

    it('start when articles or digests are later than the objectives allow', () => {
      for (const [name, metricName, service] of [
        ['TimeToSearch', 'TimeToSearch', 'pipeline'],
        ['LateDigests', 'OldestRun', 'delivery'],
      ] as const)
        expect(getOne(stages().production, ALARM, new RegExp(`^${name}Alarm$`)).inputs).toMatchObject({
          namespace: 'Pauta',
          metricName,
          dimensions: { service, stage: 'production' },
          threshold: 600,
        })
    })

    it('start with the first dead letter of a worker', () => {
      expect(getOne(stages().production, ALARM, /^EnrichDeadLettersAlarm$/).inputs).toMatchObject({
        metricName: 'ApproximateNumberOfMessagesVisible',
        dimensions: { QueueName: expect.stringContaining('-EnrichDeadLettersQueue-') as string },
        threshold: 0,
      })
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
