import { describe, expect, it } from 'vitest'
import { getOne, listOfType, type Stages } from './graph.ts'

const FIREWALL = 'aws:wafv2/webAcl:WebAcl'

interface Rule {
  name: string
  action?: unknown
  statement: {
    managedRuleGroupStatement?: {
      name: string
      ruleActionOverrides: { name: string; actionToUse: unknown }[]
    }
    rateBasedStatement?: { aggregateKeyType: string; limit: number; evaluationWindowSec: number }
  }
}

export function checkFirewall(stages: () => Stages): void {
  const listRules = () => getOne(stages().production, FIREWALL, /./).inputs['rules'] as Rule[]

  describe('the firewall', () => {
    it('protects the API of production only', () => {
      const { production, staging, preview } = stages()
      expect(getOne(production, FIREWALL, /./).inputs).toMatchObject({
        scope: 'REGIONAL',
        defaultAction: { allow: {} },
      })
      const stage = getOne(production, 'aws:apigateway/stage:Stage', /./)
      expect(getOne(production, 'aws:wafv2/webAclAssociation:WebAclAssociation', /./).inputs).toMatchObject({
        resourceArn: expect.stringMatching(new RegExp(`:${stage.name}$`)) as string,
        webAclArn: expect.stringMatching(/:Firewall$/) as string,
      })
      for (const graph of [staging, preview]) expect(listOfType(graph, FIREWALL)).toEqual([])
    })

    it('does not block by the size or the text of a query: rules on bodies and query strings only count', () => {
      const groups = listRules().flatMap(({ statement }) => statement.managedRuleGroupStatement ?? [])
      expect(groups.map(({ name }) => name)).toEqual([
        'AWSManagedRulesAmazonIpReputationList',
        'AWSManagedRulesKnownBadInputsRuleSet',
      ])
      const overrides = groups.flatMap(({ ruleActionOverrides }) => ruleActionOverrides)
      for (const { actionToUse } of overrides) expect(actionToUse).toEqual({ count: {} })
      expect(overrides.map(({ name }) => name)).toEqual([
        'JavaDeserializationRCE_BODY',
        'JavaDeserializationRCE_QUERYSTRING',
        'Log4JRCE_BODY',
        'Log4JRCE_QUERYSTRING',
        'ReactJSRCE_BODY',
      ])
    })

    it('keeps credentials and query strings out of its samples', () => {
      expect(getOne(stages().production, FIREWALL, /./).inputs['dataProtectionConfig']).toEqual({
        dataProtections: [
          {
            action: 'SUBSTITUTION',
            field: {
              fieldType: 'SINGLE_HEADER',
              fieldKeys: ['authorization', 'cookie', 'x-telegram-bot-api-secret-token'],
            },
          },
          { action: 'SUBSTITUTION', field: { fieldType: 'QUERY_STRING' } },
        ],
      })
    })

    it('blocks an address that takes half of the stage’s requests while the portal’s addresses are unknown', () => {
      const flood = listRules().find(({ name }) => name === 'flood')
      expect(flood).toMatchObject({
        action: { block: {} },
        statement: {
          rateBasedStatement: { aggregateKeyType: 'IP', limit: 0.5 * 200 * 300, evaluationWindowSec: 300 },
        },
      })
    })

    it('limits every address but those of the portal to 2,000 requests in five minutes', () => {
      const { chosen } = stages()
      const rules = getOne(chosen, FIREWALL, /./).inputs['rules'] as Rule[]
      expect(rules.find(({ name }) => name === 'flood')?.statement).toMatchObject({
        rateBasedStatement: {
          limit: 2000,
          scopeDownStatement: {
            notStatement: {
              statements: [{ ipSetReferenceStatement: { arn: expect.any(String) as string } }],
            },
          },
        },
      })
      expect(getOne(chosen, 'aws:wafv2/ipSet:IpSet', /./).inputs).toMatchObject({
        addresses: ['203.0.113.7/32'],
      })
    })
  })
}
