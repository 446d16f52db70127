import type { StageSettings } from './stages/stage-settings.ts'

/** The limit of one address within the window, where the portal's own addresses are known and exempt: 7 a second. */
const ADDRESS_LIMIT = 2000
/** Otherwise the share of the stage's requests that one address may take, because a portal's server calls for its readers. */
const ADDRESS_SHARE = 0.5
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
export function makeFirewall(api: sst.aws.ApiGatewayV1, settings: StageSettings): aws.wafv2.WebAcl {
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
            ...limitAddress(settings),
          },
        },
        visibilityConfig: measured('flood'),
      },
    ],
  })
  new aws.wafv2.WebAclAssociation('FirewallOfApi', { resourceArn: stage.arn, webAclArn: firewall.arn })
  return firewall
}

/** Without the addresses of the portal, no limit may be below what its server sends for all its readers. */
function limitAddress({ throttle, portalAddresses }: StageSettings) {
  if (portalAddresses.length === 0)
    return { limit: ADDRESS_SHARE * throttle.requestsPerSecond * RATE_WINDOW_SECONDS }
  const portal = new aws.wafv2.IpSet('PortalAddresses', {
    name: `${$app.name}-${$app.stage}-portal`,
    scope: 'REGIONAL',
    ipAddressVersion: 'IPV4',
    addresses: [...portalAddresses],
  })
  return {
    limit: ADDRESS_LIMIT,
    scopeDownStatement: {
      notStatement: { statements: [{ ipSetReferenceStatement: { arn: portal.arn } }] },
    },
  }
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
