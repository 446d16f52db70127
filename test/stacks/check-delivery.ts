import { describe, expect, it } from 'vitest'
import { workers } from '../../functions/workers/workers.ts'
import { type Graph, getBuild, getFunction, getOne, listOfType, type Stages } from './graph.ts'
import { CHOSEN_EMAIL, SMTP } from './stage-settings.ts'

const PUBLIC_EGRESS = workers.filter(({ publicEgressOnly }) => publicEgressOnly).map(({ name }) => name)

export function checkDelivery(stages: () => Stages): void {
  checkSenders(stages)
  checkMail(stages)
}

function checkSenders(stages: () => Stages): void {
  describe('senders to addresses that users give', () => {
    it('reach https and the database, and nothing else', () => {
      const { production, preview } = stages()
      expect(PUBLIC_EGRESS).toEqual(['deliver-push', 'deliver-webhook', 'deliver-slack'])
      for (const name of PUBLIC_EGRESS) {
        for (const graph of [production, preview])
          expect(getFunction(graph, name).inputs['vpcConfig']).toMatchObject({
            securityGroupIds: ['OutboundSecurityGroup-id'],
          })
      }
      const { inputs } = getOne(production, 'aws:ec2/securityGroup:SecurityGroup', /^Outbound/)
      expect(inputs['ingress']).toBeUndefined()
      expect(inputs['egress']).toEqual([
        { protocol: 'tcp', fromPort: 443, toPort: 443, cidrBlocks: ['0.0.0.0/0'], ipv6CidrBlocks: ['::/0'] },
        { protocol: 'tcp', fromPort: 5432, toPort: 5432, cidrBlocks: ['10.0.0.0/16'] },
      ])
    })
  })
}

function checkMail(stages: () => Stages): void {
  describe('mail', () => {
    const emailOf = (graph: Graph) => getBuild(graph, getFunction(graph, 'deliver-email')).links['Email']

    it('is off until a sender is configured', () => {
      const { production } = stages()
      expect(emailOf(production)).toMatchObject({ kind: 'off' })
      expect(listOfType(production, 'aws:sesv2/configurationSet:ConfigurationSet')).toEqual([])
    })

    it('by SES is sent from one address, with the events that change something here', () => {
      const { chosen: graph } = stages()
      expect(emailOf(graph)).toMatchObject({
        ...CHOSEN_EMAIL,
        configurationSet: 'pauta-production',
      })
      const destination = getOne(
        graph,
        'aws:sesv2/configurationSetEventDestination:ConfigurationSetEventDestination',
        /./,
      )
      expect(destination.inputs['eventDestination']).toMatchObject({
        enabled: true,
        matchingEventTypes: ['SEND', 'REJECT', 'BOUNCE', 'COMPLAINT', 'RENDERING_FAILURE'],
      })
    })

    it('takes events of its own configuration of SES alone', () => {
      const { inputs } = getOne(stages().chosen, 'aws:sns/topicPolicy:TopicPolicy', /^MailEventsPolicy$/)
      expect(JSON.parse(String(inputs['policy']))).toMatchObject({
        Statement: [{ Condition: { StringEquals: { 'AWS:SourceArn': expect.stringContaining('ses') } } }],
      })
    })

    it('by a mail server has a secret password', () => {
      expect(emailOf(stages().staging)).toMatchObject({ ...SMTP, password: 'secret-of-the-mail' })
    })

    it('share the rate of the channel among as many environments as may run', () => {
      const { production, staging } = stages()
      const sendersIn = (graph: Graph) =>
        getBuild(graph, getFunction(graph, 'deliver-email')).links['Delivery'] as { senders: unknown }
      expect(sendersIn(production).senders).toEqual({ email: 2, telegram: 2, push: 2, webhook: 2, slack: 2 })
      expect(sendersIn(staging).senders).toMatchObject({ email: 3, telegram: 2 })
    })
  })
}
