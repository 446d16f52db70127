import type { StageSettings } from './settings.ts'

/**
 * An address that alone asks for three times what the stage answers to all callers together. A portal's server sends its
 * readers' calls from one address and never gets there: two in three of its calls would be refused before.
 */
const FLOOD_FACTOR = 3
const RATE_WINDOW_SECONDS = 300

/** Left out of the samples that people look at: who asks, and what links and searches say. */
const HIDDEN_HEADERS = ['authorization', 'cookie', 'x-telegram-bot-api-secret-token']

interface ManagedGroup {
  name: string
  /** Rules that would do harm: what they match is counted and let through. */
  counted: readonly string[]
}

/*
 * Not here, on purpose: the common rule set (its limits of 8 KB a body and 2 KB a query string refuse ordinary GraphQL,
 * and its patterns refuse HTML and addresses in features), the SQL rule set (news speaks of select and union), and the
 * list of anonymous addresses (portals run at hosting providers).
 */
const MANAGED_GROUPS: readonly ManagedGroup[] = [
  // Addresses that AWS knows for attacks. Those that only take part in floods are counted, as the group comes.
  { name: 'AWSManagedRulesAmazonIpReputationList', counted: [] },
  // Probes for holes of other people's software, by path, method and header. Texts may quote them: news of a hole does.
  {
    name: 'AWSManagedRulesKnownBadInputsRuleSet',
    counted: [
      'JavaDeserializationRCE_BODY',
      'JavaDeserializationRCE_QUERYSTRING',
      'Log4JRCE_BODY',
      'Log4JRCE_QUERYSTRING',
      'ReactJSRCE_BODY',
    ],
  },
]

/** Stands before the API: turns away who is known for attacks, who probes for holes, and who floods. */
export function makeFirewall(api: sst.aws.ApiGatewayV1, { throttle }: StageSettings): aws.wafv2.WebAcl {
  const { stage } = api.nodes
  if (!stage) throw new Error('The API must be deployed before it is guarded.')
  const firewall = new aws.wafv2.WebAcl('Firewall', {
    name: `${$app.name}-${$app.stage}`,
    scope: 'REGIONAL',
    defaultAction: { allow: {} },
    visibilityConfig: measured('firewall'),
    dataProtectionConfig: {
      dataProtections: [
        { action: 'SUBSTITUTION', field: { fieldType: 'SINGLE_HEADER', fieldKeys: HIDDEN_HEADERS } },
        { action: 'SUBSTITUTION', field: { fieldType: 'QUERY_STRING' } },
      ],
    },
    rules: [
      ...MANAGED_GROUPS.map((group, position) => managedRule(group, position + 1)),
      {
        name: 'flood',
        priority: MANAGED_GROUPS.length + 1,
        action: { block: {} },
        statement: {
          rateBasedStatement: {
            aggregateKeyType: 'IP',
            evaluationWindowSec: RATE_WINDOW_SECONDS,
            limit: FLOOD_FACTOR * throttle.requestsPerSecond * RATE_WINDOW_SECONDS,
          },
        },
        visibilityConfig: measured('flood'),
      },
    ],
  })
  new aws.wafv2.WebAclAssociation('FirewallOfApi', { resourceArn: stage.arn, webAclArn: firewall.arn })
  return firewall
}

function managedRule({ name, counted }: ManagedGroup, priority: number) {
  return {
    name,
    priority,
    overrideAction: { none: {} },
    statement: {
      managedRuleGroupStatement: {
        vendorName: 'AWS',
        name,
        ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
      },
    },
    visibilityConfig: measured(name),
  }
}

const measured = (metricName: string) => ({
  metricName,
  cloudwatchMetricsEnabled: true,
  // A few of the requests that a rule matched, for people to look at when somebody complains.
  sampledRequestsEnabled: true,
})
