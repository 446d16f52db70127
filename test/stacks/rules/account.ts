import {
  boundaryNameOf,
  BOUNDARY_LENGTH_MAX,
  makeBoundary,
  measureBoundary,
} from '../../../stacks/boundary.ts'
import { listQuotaNeeds } from '../../../stacks/quota-needs.ts'
import { stageKindOf } from '../../../stacks/stages/stage-settings.ts'
import { type Graph, listFunctions, listOfType } from '../graph.ts'
import { mayDo } from '../policy.ts'
import { every, inEach, listOwn } from './rule.ts'

const ACCOUNT = '123456789012'
/** Of IAM. */
const ROLE_NAME_MAX = 64

/** Prefix of the actions on resources of Pulumi's module, where it is another one. */
const PREFIX: Record<string, string> = { sesv2: 'ses', ebs: 'ec2' }
/** An action on resources that have a name of ours, and the ARN of that name. */
const NAMED: Record<string, readonly [action: string, arn: string]> = {
  'aws:lambda/function:Function': ['lambda:CreateFunction', `arn:aws:lambda:us-east-2:${ACCOUNT}:function:`],
  'aws:sqs/queue:Queue': ['sqs:CreateQueue', `arn:aws:sqs:us-east-2:${ACCOUNT}:`],
  'aws:s3/bucket:Bucket': ['s3:CreateBucket', 'arn:aws:s3:::'],
  'aws:cloudwatch/logGroup:LogGroup': ['logs:CreateLogGroup', `arn:aws:logs:us-east-2:${ACCOUNT}:log-group:`],
}

const boundaryOf = ({ app: { stage } }: Graph) => makeBoundary({ account: ACCOUNT, stage })

/** Every role that a deployer makes carries the boundary of its stage, which alone lets it give rights. */
export const findUnboundedRoles = every(
  'aws:iam/role:Role',
  ({ inputs }, graph) => {
    const boundary = `arn:aws:iam::${ACCOUNT}:policy/${boundaryNameOf(graph.app.stage)}`
    const resource = `arn:aws:iam::${ACCOUNT}:role/${String(inputs['name'])}`
    const context = { 'iam:PermissionsBoundary': boundary }
    return (
      String(inputs['name']).length <= ROLE_NAME_MAX &&
      inputs['permissionsBoundary'] === boundary &&
      mayDo(boundaryOf(graph).document, { action: 'iam:CreateRole', resource, context })
    )
  },
  'has no boundary, or a name that its deployer may not give',
)

const prefixOf = (type: string) => {
  if (type.startsWith('aws:cloudwatch/log')) return 'logs'
  const module = type.split(':')[1]?.split('/')[0] ?? ''
  return PREFIX[module] ?? module
}

/** The boundary leaves open every service of the stage, and what the stage makes by name. */
export const findForbiddenServices = inEach((graph) => {
  const { document } = boundaryOf(graph)
  const open = new Set(
    document.Statement.flatMap(({ Action }) => Action.map((action) => action.split(':')[0])),
  )
  return graph.resources
    .filter(({ type, readId }) => type.startsWith('aws:') && !readId)
    .filter(({ type, inputs }) => {
      const [action, arn] = NAMED[type] ?? []
      const resource = `${arn}${String(inputs['name'] ?? inputs['bucket'])}`
      return !open.has(prefixOf(type)) || (action !== undefined && !mayDo(document, { action, resource }))
    })
    .map(({ name, type }) => `the boundary closes ${name} (${type})`)
})

/** A managed policy has at most 6,144 characters. */
export const findLongBoundaries = inEach((graph) => {
  const size = measureBoundary(boundaryOf(graph))
  return size <= BOUNDARY_LENGTH_MAX ? [] : [`the boundary has ${size} characters`]
})

/** The quotas that `pauta doctor` checks cover what each stage takes, and count its servers, zones and networks. */
export const findWrongQuotaNeeds = inEach((graph) => {
  const needs = listQuotaNeeds(graph.settings, stageKindOf(graph.app.stage) === 'preview')
  const exact = {
    elasticAddresses: listOwn(graph, 'aws:ec2/eip:Eip').length,
    networks: listOwn(graph, 'aws:ec2/vpc:Vpc').length,
    // A restored server that the stage takes over counts.
    databases: listOfType(graph, 'aws:rds/instance:Instance').filter(({ options }) => options).length,
  }
  const names = Object.keys(exact) as (keyof typeof exact)[]
  const reserved = listFunctions(graph).reduce(
    (sum, { inputs }) => sum + Number(inputs['reservedConcurrentExecutions'] ?? 0),
    0,
  )
  return [
    ...names
      .filter((name) => needs[name] !== exact[name])
      .map((name) => `takes ${exact[name]} of ${name}, stacks/quota-needs.ts says ${needs[name]}`),
    ...(needs.reservedConcurrency < reserved
      ? [`reserves ${reserved} environments, stacks/quota-needs.ts says ${needs.reservedConcurrency}`]
      : []),
  ]
})
