import { describe, expect, it } from 'vitest'
import { getOne, type Graph, listOfType, type Stages } from './graph.ts'
import { CHOSEN } from './stage-settings.ts'

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
  const listRules = (graph: Graph) => getOne(graph, FIREWALL, /./).inputs['rules'] as Rule[]

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
      const groups = listRules(stages().production).flatMap(
        ({ statement }) => statement.managedRuleGroupStatement ?? [],
      )
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

    it('blocks an address that takes half of the stage’s requests, or 2,000 in five minutes where the portal’s are known', () => {
      const { production, chosen } = stages()
      const floodOf = (graph: Graph) => listRules(graph).find(({ name }) => name === 'flood')
      expect(floodOf(production)).toMatchObject({
        action: { block: {} },
        statement: {
          rateBasedStatement: { aggregateKeyType: 'IP', limit: 0.5 * 200 * 300, evaluationWindowSec: 300 },
        },
      })
      const ipSetReferenceStatement = { arn: expect.any(String) as string }
      expect(floodOf(chosen)?.statement.rateBasedStatement).toMatchObject({
        limit: 2000,
        scopeDownStatement: { notStatement: { statements: [{ ipSetReferenceStatement }] } },
      })
      expect(getOne(chosen, 'aws:wafv2/ipSet:IpSet', /./).inputs).toMatchObject({
        addresses: CHOSEN.portalAddresses,
      })
    })
  })
}
