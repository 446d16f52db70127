import { describe, expect, it } from 'vitest'
import { getBuild, getFunction, getOne, type Graph, jsonOf, type Stages } from './graph.ts'

export function checkReleaseSchedules(stages: () => Stages): void {
  const linkOf = (graph: Graph, name: string) =>
    getBuild(graph, getFunction(graph, name)).links['ReleaseScheduler']

  describe('the release schedules of clippings', () => {
    it('have their own group and send only to the release queue', () => {
      const { production } = stages()
      const group = getOne(production, 'aws:scheduler/scheduleGroup:ScheduleGroup', /^ReleaseSchedules$/)
      const role = getOne(production, 'aws:iam/role:Role', /^ReleaseSchedulerRole$/)
      expect(jsonOf(role, 'assumeRolePolicy')).toMatchObject({
        Statement: [
          {
            Principal: { Service: 'scheduler.amazonaws.com' },
            Condition: {
              StringEquals: { 'aws:SourceArn': expect.stringMatching(/ReleaseSchedules$/) as string },
            },
          },
        ],
      })
      const [policy] = role.inputs['inlinePolicies'] as [{ policy: string }]
      expect(JSON.parse(policy.policy)).toMatchObject({
        Statement: [
          { Action: 'sqs:SendMessage', Resource: [expect.stringMatching(/:ReleaseQueueQueue$/) as string] },
        ],
      })
      for (const name of ['graphql', 'release'])
        expect(linkOf(production, name)).toMatchObject({
          group: group.inputs['name'],
          roleArn: expect.stringMatching(/ReleaseSchedulerRole$/) as string,
          queueArn: expect.stringMatching(/:ReleaseQueueQueue$/) as string,
        })
    })

    it('exist in production only', () => {
      const { staging, preview } = stages()
      for (const graph of [staging, preview])
        for (const name of ['graphql', 'release'])
          expect(linkOf(graph, name)).toMatchObject({ group: '', roleArn: '', queueArn: '' })
    })
  })
}
