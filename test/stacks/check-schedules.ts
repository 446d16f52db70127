import { describe, expect, it } from 'vitest'
import { SCHEDULED_TIME_MARK } from '../../packages/platform/src/jobs/define-job.ts'
import { getBuild, getFunction, getOne, type Graph, jsonOf, listOfType, type Stages } from './graph.ts'

const SCHEDULE = 'aws:scheduler/schedule:Schedule'
const GROUP = 'aws:scheduler/scheduleGroup:ScheduleGroup'

/** The queues to which a role may send, and the group whose schedules may assume it. */
function readRole(graph: Graph, name: string) {
  const role = getOne(graph, 'aws:iam/role:Role', new RegExp(`^${name}$`))
  const [policy] = role.inputs['inlinePolicies'] as [{ policy: string }]
  const { Statement } = JSON.parse(policy.policy) as { Statement: { Action: string; Resource: string[] }[] }
  return { trust: jsonOf(role, 'assumeRolePolicy'), rights: Statement }
}

export function checkSchedules(stages: () => Stages): void {
  const list = () => listOfType(stages().production, SCHEDULE)
  const targetOf = (inputs: Record<string, unknown>) => inputs['target'] as { arn: string; roleArn: string }
  const find = (name: string) =>
    getOne(stages().production, SCHEDULE, new RegExp(`^Schedule-${name}$`)).inputs

  describe('the schedules', () => {
    it('exist in production', () => {
      expect(list().map(({ inputs }) => String(inputs['name']))).toEqual(
        expect.arrayContaining([
          'backfill',
          'purge',
          'scrape',
          'scrape_ebc',
          'sweep',
          'sync_postgres_to_dataset',
        ]),
      )
    })

    it.each([
      ['scrape', '15', 900],
      ['sweep', '5', 300],
    ])('start %s every %s minutes, on time and in the zone of the news', (name, minutes, seconds) => {
      expect(find(name)).toMatchObject({
        scheduleExpression: `cron(*/${minutes} * * * ? *)`,
        scheduleExpressionTimezone: 'America/Sao_Paulo',
        flexibleTimeWindow: { mode: 'OFF' },
        target: {
          arn: expect.stringMatching(new RegExp(`:${name}JobQueueQueue$`, 'i')) as string,
          retryPolicy: { maximumEventAgeInSeconds: seconds },
          input: JSON.stringify({ scheduledTime: SCHEDULED_TIME_MARK, parameters: {} }),
        },
      })
    })

    it('share one group and one role', () => {
      const group = getOne(stages().production, GROUP, /^JobSchedules$/).inputs['name']
      expect(new Set(list().map(({ inputs }) => inputs['groupName']))).toEqual(new Set([group]))
      expect(new Set(list().map(({ inputs }) => targetOf(inputs).roleArn)).size).toBe(1)
    })

    it.each([
      ['SchedulerRole', 'JobSchedules', () => list().map(({ inputs }) => targetOf(inputs).arn)],
      ['ReleaseSchedulerRole', 'ReleaseSchedules', () => [expect.stringMatching(/:ReleaseQueueQueue$/)]],
    ])('of %s may send to their queues and nothing else', (role, group, listQueues) => {
      const arn = expect.stringMatching(new RegExp(`${group}$`)) as string
      const { trust, rights } = readRole(stages().production, role)
      expect(trust).toMatchObject({
        Statement: [
          {
            Principal: { Service: 'scheduler.amazonaws.com' },
            Condition: { StringEquals: { 'aws:SourceArn': arn } },
          },
        ],
      })
      expect(rights).toMatchObject([{ Action: 'sqs:SendMessage' }])
      expect(new Set(rights[0]?.Resource)).toEqual(new Set(listQueues()))
    })
  })

  it('the release schedules of clippings exist in production only', () => {
    const { production, staging, preview } = stages()
    const group = getOne(production, GROUP, /^ReleaseSchedules$/)
    const text = (pattern: RegExp) => expect.stringMatching(pattern) as string
    const none = { group: '', roleArn: '', queueArn: '' }
    const own = {
      group: group.inputs['name'],
      roleArn: text(/ReleaseSchedulerRole$/),
      queueArn: text(/:ReleaseQueueQueue$/),
    }
    for (const [graph, expected] of [
      [production, own],
      [staging, none],
      [preview, none],
    ] as const)
      for (const name of ['graphql', 'release'])
        expect(getBuild(graph, getFunction(graph, name)).links['ReleaseScheduler']).toMatchObject(expected)
  })
}
