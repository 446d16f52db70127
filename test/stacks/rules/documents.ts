import { makeBoundary } from '../../../stacks/boundary.ts'
import { inEach } from './rule.ts'

/*
 * Policies of IAM. AWS refuses some mistakes at the deployment and takes others, which then grant nothing.
 */

interface Statement {
  Effect?: string
  Action?: string | readonly string[]
  Principal?: { Service?: string | string[] }
}

interface Document {
  Version?: string
  Statement: readonly Statement[]
}

const SERVICES = new Set(
  (
    'acm apigateway bedrock cloudfront cloudfront-keyvaluestore cloudwatch ec2 ecr freetier iam kms lambda logs rds ' +
    'route53 s3 scheduler secretsmanager servicediscovery servicequotas ses sns sqs ssm ssmmessages sts wafv2'
  ).split(' '),
)
const PRINCIPALS = new Set(
  ['apigateway', 'cloudfront', 'ec2', 'lambda', 'rds', 'scheduler', 'ses', 'sns', 'sqs'].map(
    (service) => `${service}.amazonaws.com`,
  ),
)

/** SST's own policies have no version in the mock engine. */
const isDocument = (value: object): value is Document =>
  'Version' in value && 'Statement' in value && Array.isArray(value.Statement)

/** Every policy in the inputs of a resource, as an object or as its JSON. */
function listDocuments(value: unknown): Document[] {
  if (typeof value === 'string')
    return value.startsWith('{') && value.includes('"Statement"') ? listDocuments(JSON.parse(value)) : []
  if (typeof value !== 'object' || value === null) return []
  return isDocument(value) ? [value] : Object.values(value).flatMap(listDocuments)
}

function listFaults({ Version, Statement }: Document): string[] {
  const actions = Statement.flatMap(({ Action = [] }) => Action)
  const principals = Statement.flatMap(({ Principal }) => Principal?.Service ?? [])
  return [
    ...(Version === '2012-10-17' ? [] : [`has the version ${Version}`]),
    ...Statement.filter(({ Effect }) => Effect !== 'Allow' && Effect !== 'Deny').map(
      ({ Effect }) => `has the effect ${Effect}`,
    ),
    ...actions
      .filter((action) => {
        const [, service = ''] = /^([a-z0-9-]+):[A-Z*][A-Za-z*]*$/.exec(action) ?? []
        return action !== '*' && !SERVICES.has(service)
      })
      .map((action) => `grants ${action}`),
    ...principals.filter((name) => !PRINCIPALS.has(name)).map((name) => `trusts ${name}`),
  ]
}

/** Every policy of a stage, its boundary too, is in the language of IAM and names services that exist. */
export const findWrongPolicies = inEach(({ app: { stage }, resources }) => [
  ...resources.flatMap(({ name, inputs }) =>
    listDocuments(inputs).flatMap((document) => listFaults(document).map((fault) => `${name} ${fault}`)),
  ),
  ...listFaults(makeBoundary({ account: '123456789012', stage }).document).map(
    (fault) => `the boundary ${fault}`,
  ),
])
