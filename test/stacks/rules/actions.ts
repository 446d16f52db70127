import type { Resource } from '../graph.ts'
import { NETWORK_ACTIONS } from './network-actions.ts'
import type { Actions, Place } from './resource-actions.ts'
import { SERVICE_ACTIONS } from './service-actions.ts'
import { SITE_ACTIONS } from './site-actions.ts'

/** By the type of the resource. */
export const ACTIONS: Record<string, Actions> = {
  ...NETWORK_ACTIONS,
  ...SERVICE_ACTIONS,
  ...SITE_ACTIONS,
}

/** The type of a resource. What SST's program does itself has one type for Pulumi and its own in its name. */
export const typeOf = ({ type, name }: Resource): string => /sst\.aws\.\w+$/.exec(name)?.[0] ?? type

/** Further reads of the engine, by name. */
export const LOOK_UPS: Record<
  string,
  (inputs: Record<string, unknown>, place: Place) => [string, string] | undefined
> = {
  'aws:index/getPartition:getPartition': () => undefined,
  'aws:index/getRegion:getRegion': () => undefined,
  'aws:iam/getPolicyDocument:getPolicyDocument': () => undefined,
  'aws:index/getCallerIdentity:getCallerIdentity': () => ['sts:GetCallerIdentity', '*'],
  'aws:index/getAvailabilityZones:getAvailabilityZones': () => ['ec2:DescribeAvailabilityZones', '*'],
  'aws:ec2/getAmi:getAmi': () => ['ec2:DescribeImages', '*'],
  'aws:route53/getZone:getZone': () => ['route53:GetHostedZone', '*'],
  'aws:ssm/getParameter:getParameter': (inputs, { account, region }) => {
    const name = String(inputs['name'])
    const owner = name.startsWith('/aws/service/') ? '' : account
    return ['ssm:GetParameter', `arn:aws:ssm:${region}:${owner}:parameter${name}`]
  },
  'aws:secretsmanager/getSecretVersion:getSecretVersion': (_, { account, region, app }) => [
    'secretsmanager:GetSecretValue',
    `arn:aws:secretsmanager:${region}:${account}:secret:${app}-staging-example`,
  ],
}

/** Types outside of AWS: components of SST, random values, keys made on the deploying machine. */
export const isOfAws = (resource: Resource): boolean =>
  /^(aws|docker-build):/.test(resource.type) || typeOf(resource) in SITE_ACTIONS
