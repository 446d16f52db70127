import { describe, expect, it } from 'vitest'
import { workers } from '../../functions/workers/workers.ts'
import type { StageSettings } from '../../stacks/settings.ts'
import {
  type Graph,
  getBuild,
  getFunction,
  getOne,
  jsonOf,
  listOfType,
  listPermissions,
  type Stages,
} from './graph.ts'

const STRANGERS = workers.filter(({ callsStrangers }) => callsStrangers).map(({ name }) => name)

/** How people are reached; `run` works a stage out with other settings. */
export function checkDelivery(
  stages: () => Stages,
  run: (delivery: Partial<StageSettings['delivery']>) => Promise<Graph>,
): void {
  describe('senders to addresses that users give', () => {
    it('reach https and the database, and nothing else', () => {
      const { production, preview } = stages()
      expect(STRANGERS).toEqual(['deliver-push', 'deliver-webhook'])
      for (const name of STRANGERS) {
        expect(getFunction(production, name).inputs['vpcConfig']).toMatchObject({
          securityGroupIds: ['OutboundSecurityGroup-id'],
        })
        expect(getFunction(preview, name).inputs['vpcConfig']).toMatchObject({
          securityGroupIds: ['sg-outbound'],
        })
        expect(getBuild(production, getFunction(production, name)).links['Outbound']).toMatchObject({
          allowedOrigins: '',
        })
      }
      const { inputs } = getOne(production, 'aws:ec2/securityGroup:SecurityGroup', /^Outbound/)
      expect(inputs['ingress']).toBeUndefined()
      expect(inputs['egress']).toEqual([
        {
          protocol: 'tcp',
          fromPort: 443,
          toPort: 443,
          cidrBlocks: ['0.0.0.0/0'],
          ipv6CidrBlocks: ['::/0'],
        },
        { protocol: 'tcp', fromPort: 5432, toPort: 5432, cidrBlocks: ['10.0.0.0/16'] },
      ])
    })
  })

  describe('mail', () => {
    const emailOf = (graph: Graph) => getBuild(graph, getFunction(graph, 'deliver-email')).links['Email']

    it('is off until somebody chooses how it leaves', () => {
      const { production } = stages()
      expect(emailOf(production)).toMatchObject({ kind: 'off' })
      expect(listOfType(production, 'aws:sesv2/configurationSet:ConfigurationSet')).toEqual([])
    })

    it('leaves by SES from one address, which tells the worker mail-feedback what became of it', async () => {
      const email = { kind: 'ses', fromName: 'Pauta', fromAddress: 'pauta@exemplo.org' } as const
      const graph = await run({ email })
      expect(emailOf(graph)).toMatchObject({ ...email, configurationSet: 'pauta-production' })
      const allowed = listPermissions(graph, getFunction(graph, 'deliver-email'))
      for (const resource of ['identity/exemplo.org', 'identity/pauta@exemplo.org'])
        expect(allowed).toContain(`ses:SendRawEmail arn:aws:ses:*:*:${resource}`)
      const destination = getOne(
        graph,
        'aws:sesv2/configurationSetEventDestination:ConfigurationSetEventDestination',
        /./,
      )
      expect(destination.inputs['eventDestination']).toMatchObject({
        enabled: true,
        matchingEventTypes: ['SEND', 'REJECT', 'BOUNCE', 'COMPLAINT', 'RENDERING_FAILURE'],
      })
      expect(jsonOf(getOne(graph, 'aws:sns/topicPolicy:TopicPolicy', /^MailEvents/), 'policy')).toMatchObject(
        {
          Statement: [{ Principal: { Service: 'ses.amazonaws.com' }, Action: 'sns:Publish' }],
        },
      )
      const subscription = getOne(graph, 'aws:sns/topicSubscription:TopicSubscription', /^MailEvents/)
      expect(subscription.inputs).toMatchObject({ protocol: 'sqs' })
      expect(String(subscription.inputs['endpoint'])).toMatch(/MailFeedback/)
    })

    it('leaves by a server with a secret password', async () => {
      const email = {
        kind: 'smtp',
        fromName: 'Pauta',
        fromAddress: 'pauta@exemplo.org',
        host: 'smtp.exemplo.org',
        port: 587,
        tls: 'starttls',
        user: 'pauta',
      } as const
      expect(emailOf(await run({ email }))).toMatchObject({ ...email, password: '' })
    })

    it('has links that lead to the API', () => {
      const { production } = stages()
      const { Delivery } = getBuild(production, getFunction(production, 'deliver-email')).links
      expect(Delivery).toMatchObject({ apiUrl: expect.stringMatching(/^https:\/\/.*[^/]$/) as string })
    })
  })

  it.each([
    [
      'a sender without an address',
      { email: { kind: 'ses', fromName: 'Pauta', fromAddress: 'pauta' } },
      /fromAddress/,
    ],
    [
      'a push key without somebody to turn to',
      { push: { publicKey: 'key', subject: '' } },
      /delivery\.push: give/,
    ],
    ['a base of links without TLS', { apiUrl: 'http://api.exemplo.org' }, /delivery\.apiUrl/],
  ] as const)('what stops a stage: %s', async (_, delivery, message) => {
    await expect(run(delivery)).rejects.toThrow(message)
  })
}
