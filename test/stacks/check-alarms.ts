import { describe, expect, it } from 'vitest'
import { DELIVERY_CHANNELS } from '@pauta/delivery/ledger/channels'
import { DELIVERY_LAG_LIMIT_SECONDS } from '@pauta/delivery/ledger/lag'
import { PIPELINE_STEPS } from '@pauta/core/steps/steps'
import { LAG_LIMIT_SECONDS } from '@pauta/core/steps/lag'
import { jobs } from '../../functions/jobs/jobs.ts'
import { workers } from '../../functions/workers/workers.ts'
import { pascalCase } from '../../stacks/pascal-case.ts'
import { type Graph, getFunction, getOne, listOfType, type Stages } from './graph.ts'
import { CHOSEN } from './stage-settings.ts'

const ALARM = 'aws:cloudwatch/metricAlarm:MetricAlarm'

export function checkAlarms(stages: () => Stages): void {
  const namesOf = (graph: Graph) => listOfType(graph, ALARM).map(({ name }) => name)
  const deadLetters = [
    ...workers.map(({ queue }) => `${pascalCase(queue)}DeadLettersAlarm`),
    ...jobs.filter(({ targets }) => !targets).map(({ name }) => `${pascalCase(name)}JobDeadLettersAlarm`),
  ]
  const deliveries = DELIVERY_CHANNELS.map((channel) => `${pascalCase(channel)}DeliveriesAlarm`)
  const api = ['ApiErrorsAlarm', 'ApiAvailabilityAlarm', 'SlowAnswersAlarm']
  const servers = ['DatabaseDiskAlarm', 'DatabaseBusyAlarm', 'SearchServerAlarm']
  const measured = [
    ...PIPELINE_STEPS.map((step) => `${pascalCase(step)}LagAlarm`),
    'StaleAgenciesAlarm',
    ...deliveries,
    'FailedDeliveriesAlarm',
    'TimeToSearchAlarm',
    'LateDigestsAlarm',
  ]

  it('whoever is named is told of alarms, and nobody else', () => {
    const { production, chosen } = stages()
    const subscriptions = (graph: Graph) =>
      listOfType(graph, 'aws:sns/topicSubscription:TopicSubscription').filter(
        ({ inputs }) => inputs['protocol'] === 'email',
      )
    expect(subscriptions(production)).toEqual([])
    expect(subscriptions(chosen).map(({ inputs }) => inputs['endpoint'])).toEqual([CHOSEN.alarmEmail])
  })

  describe('alarms', () => {
    it('watch dead letters, the API and the servers, and what the sweep measures where it runs', () => {
      const { production, staging, preview, chosen } = stages()
      const everywhere = [...deadLetters, ...api, ...servers]
      expect(namesOf(production).sort()).toEqual([...everywhere, ...measured].sort())
      expect(namesOf(staging).sort()).toEqual(everywhere.sort())
      expect(namesOf(preview)).toEqual([])
      // Who looks after a cluster elsewhere is told there.
      expect(namesOf(chosen)).not.toContain('SearchServerAlarm')
    })

    it('go off when a step is behind for as long as /ready calls degraded, or is not measured', () => {
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

    it('go off when a channel is behind, or is not measured', () => {
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

    it('go off when answers fail or take longer than the objectives say', () => {
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

    it('go off when articles or digests come later than is promised', () => {
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

    it('go off with the first dead letter of a worker', () => {
      expect(getOne(stages().production, ALARM, /^EnrichDeadLettersAlarm$/).inputs).toMatchObject({
        metricName: 'ApproximateNumberOfMessagesVisible',
        dimensions: { QueueName: expect.stringContaining('-EnrichDeadLettersQueue-') as string },
        threshold: 0,
      })
    })

    it('tell one topic when they begin and end', () => {
      const { production } = stages()
      const topic = getOne(production, 'aws:sns/topic:Topic', /^Alarms$/)
      const told = listOfType(production, ALARM).map(({ inputs }) => [
        inputs['alarmActions'],
        inputs['okActions'],
      ])
      const arn = expect.stringMatching(new RegExp(`:${topic.name}$`)) as string
      for (const actions of told) expect(actions).toEqual([[arn], [arn]])
    })
  })
}
