import { describe, expect, it } from 'vitest'
import { getOne, listOfType, type Stages } from './graph.ts'

const FIREWALL = 'aws:wafv2/webAcl:WebAcl'

interface Rule {
  name: string
  action?: unknown
  overrideAction?: unknown
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
    it('stands before the API of production, and in no other stage', () => {
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

    it('never judges the size or the text of a query: rules on bodies and query strings only count', () => {
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

    it('shows nobody in its samples who asks, or what links and searches say', () => {
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

    it("turns a flood away that a portal's server never makes: three times what the stage answers", () => {
      const flood = listRules().find(({ name }) => name === 'flood')
      expect(flood).toMatchObject({
        action: { block: {} },
        statement: {
          rateBasedStatement: { aggregateKeyType: 'IP', limit: 3 * 200 * 300, evaluationWindowSec: 300 },
        },
      })
    })
  })
}
