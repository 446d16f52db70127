import type { StageSettings } from './settings.ts'

/**
 * The limit of one address, as a multiple of the stage's limit for all callers together. A portal's server sends the
 * calls of its readers from one address and stays below: the stage would refuse two of three calls earlier.
 */
const FLOOD_FACTOR = 3
const RATE_WINDOW_SECONDS = 300

/** Headers removed from the request samples that people read, as they are credentials. Query strings are removed too. */
const HIDDEN_HEADERS = ['authorization', 'cookie', 'x-telegram-bot-api-secret-token']

interface ManagedGroup {
  name: string
  /** Rules that would block real requests. Their matches are counted, not blocked. */
  counted: readonly string[]
}

/*
 * Left out on purpose: the common rule set (its limits of 8 KB a body and 2 KB a query string refuse ordinary GraphQL,
 * and its patterns refuse HTML and URLs in features), the SQL rule set (texts of news contain `select` and `union`), and
 * the list of anonymous addresses (portals run at hosting providers).
 */
const MANAGED_GROUPS: readonly ManagedGroup[] = [
  // Addresses that AWS lists as attackers. Addresses that only took part in floods are counted, as in the group's
  // defaults.
  { name: 'AWSManagedRulesAmazonIpReputationList', counted: [] },
  // Probes for known vulnerabilities of other software, by path, method and header. Bodies are not checked: news may
  // quote an exploit.
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

/** Runs before the API: blocks known attackers, probes for vulnerabilities, and floods. */
export function makeFirewall(api: sst.aws.ApiGatewayV1, { throttle }: StageSettings): aws.wafv2.WebAcl {
  const { stage } = api.nodes
  if (!stage) throw new Error('The firewall needs a deployed API.')
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
  // Stores a sample of the requests that a rule matched, so that people can examine complaints.
  sampledRequestsEnabled: true,
})
