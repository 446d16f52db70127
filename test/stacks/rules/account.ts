import {
  boundaryNameOf,
  BOUNDARY_LENGTH_MAX,
  makeBoundary,
  measureBoundary,
} from '../../../stacks/boundary.ts'
import { listQuotaNeeds } from '../../../stacks/quota-needs.ts'
import { stageKindOf } from '../../../stacks/stage-settings.ts'
import { type Graph, listFunctions, listOfType } from '../graph.ts'
import { mayDo } from '../policy.ts'
import { listGraphs, type Rule } from './functions.ts'

const ACCOUNT = '123456789012'
const ROLE = 'aws:iam/role:Role'

/** Prefix of the actions on resources of Pulumi's module, where it is another one. */
const PREFIX: Record<string, string> = { sesv2: 'ses', ebs: 'ec2' }
/** Types whose names AWS chooses, or that have none. */
const NAMED: Record<string, (name: string) => string> = {
  'aws:lambda/function:Function': (name) => `arn:aws:lambda:us-east-2:${ACCOUNT}:function:${name}`,
  'aws:sqs/queue:Queue': (name) => `arn:aws:sqs:us-east-2:${ACCOUNT}:${name}`,
  'aws:s3/bucket:Bucket': (name) => `arn:aws:s3:::${name}`,
  'aws:cloudwatch/logGroup:LogGroup': (name) => `arn:aws:logs:us-east-2:${ACCOUNT}:log-group:${name}`,
}
const SAMPLE: Record<string, string> = {
  'aws:lambda/function:Function': 'lambda:CreateFunction',
  'aws:sqs/queue:Queue': 'sqs:CreateQueue',
  'aws:s3/bucket:Bucket': 's3:CreateBucket',
  'aws:cloudwatch/logGroup:LogGroup': 'logs:CreateLogGroup',
}

/** Every role that a deployer makes carries the boundary of its stage, which alone lets it give rights. */
export const findUnboundedRoles: Rule = (stages) =>
  listGraphs(stages).flatMap((graph) => {
    const { stage } = graph.app
    const { document } = makeBoundary({ account: ACCOUNT, stage })
    return listOfType(graph, ROLE)
      .filter(({ readId }) => !readId)
      .filter(({ inputs }) => {
        const boundary = String(inputs['permissionsBoundary'])
        const resource = `arn:aws:iam::${ACCOUNT}:role/${String(inputs['name'])}`
        const isOfStage = boundary === `arn:aws:iam::${ACCOUNT}:policy/${boundaryNameOf(stage)}`
        const context = { 'iam:PermissionsBoundary': boundary }
        return !isOfStage || !mayDo(document, { action: 'iam:CreateRole', resource, context })
      })
      .map(
        ({ name }) =>
          `${name} of the stage ${stage} has no boundary, or a name that its deployer may not give`,
      )
  })

const prefixOf = ({ type }: { type: string }) => {
  if (type.startsWith('aws:cloudwatch/log')) return 'logs'
  const module = type.split(':')[1]?.split('/')[0] ?? ''
  return PREFIX[module] ?? module
}

/** The boundary leaves open every service of the stage, and what the stage makes by name. */
export const findForbiddenServices: Rule = (stages) =>
  listGraphs(stages).flatMap((graph) => {
    const { stage } = graph.app
    const { document } = makeBoundary({ account: ACCOUNT, stage })
    const own = graph.resources.filter(({ type, readId }) => type.startsWith('aws:') && !readId)
    const allowed = new Set(
      document.Statement.flatMap(({ Action }) => Action.map((action) => action.split(':')[0])),
    )
    const closed = [...new Set(own.map(prefixOf))].filter((service) => !allowed.has(service))
    const unnamed = own.filter(({ type, inputs }) => {
      const arn = NAMED[type]?.(String(inputs['name'] ?? inputs['bucket']))
      return arn !== undefined && !mayDo(document, { action: SAMPLE[type] ?? '', resource: arn })
    })
    return [
      ...closed.map((service) => `the boundary of the stage ${stage} closes ${service}`),
      ...unnamed.map(({ name, type }) => `the boundary of the stage ${stage} closes ${name} (${type})`),
    ]
  })

/** A managed policy has at most 6,144 characters. */
export const findLongBoundaries: Rule = (stages) =>
  listGraphs(stages).flatMap(({ app: { stage } }) => {
    const size = measureBoundary(makeBoundary({ account: ACCOUNT, stage }))
    return size <= BOUNDARY_LENGTH_MAX ? [] : [`the boundary of ${stage} has ${size} characters`]
  })

function countNeeds(graph: Graph) {
  // A resource that is only looked up has no options.
  const own = (type: string) => listOfType(graph, type).filter(({ options }) => options).length
  return {
    elasticAddresses: own('aws:ec2/eip:Eip'),
    networks: own('aws:ec2/vpc:Vpc'),
    databases: own('aws:rds/instance:Instance'),
  }
}

/** The quotas that `pauta doctor` checks cover what each stage takes, and count its servers, zones and networks. */
export const findWrongQuotaNeeds: Rule = (stages) =>
  listGraphs(stages).flatMap((graph) => {
    const { stage } = graph.app
    const needs = listQuotaNeeds(graph.settings, stageKindOf(stage) === 'preview')
    const reserved = listFunctions(graph).reduce(
      (sum, { inputs }) => sum + Number(inputs['reservedConcurrentExecutions'] ?? 0),
      0,
    )
    const exact = countNeeds(graph)
    const names = Object.keys(exact) as (keyof typeof exact)[]
    return [
      ...names
        .filter((name) => needs[name] !== exact[name])
        .map(
          (name) =>
            `the stage ${stage} takes ${exact[name]} of ${name}, stacks/quota-needs.ts says ${needs[name]}`,
        ),
      ...(needs.reservedConcurrency < reserved
        ? [
            `the stage ${stage} reserves ${reserved} environments, stacks/quota-needs.ts says ${needs.reservedConcurrency}`,
          ]
        : []),
    ]
  })
