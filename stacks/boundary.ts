/*
 * The permissions boundary of a stage. The role that deploys a stage has AdministratorAccess in an account of its own, and
 * this boundary; so has every role that it makes. So it cannot make itself more than the boundary allows: it may give
 * rights only to roles of its stage that carry the same boundary, and may not change the boundary. `pauta doctor --policy`
 * prints the document; tests ask it for attacks and for what deployments do.
 */

const APP = 'pauta'

/** AWS's limit on the size of a managed policy, without white space. */
export const BOUNDARY_LENGTH_MAX = 6144

interface Statement {
  Sid: string
  Effect: 'Allow'
  Action: readonly string[]
  Resource: readonly string[]
  Condition?: Record<string, Record<string, string | readonly string[]>>
}

export interface Boundary {
  name: string
  document: { Version: '2012-10-17'; Statement: Statement[] }
}

/** Account, and stage: `production`, `staging`, or any preview, all of which have one role. */
export interface BoundaryOwner {
  /** Number of the account, 12 digits. */
  account: string
  stage: string
}

const isPreview = (stage: string) => stage !== 'production' && stage !== 'staging'
/** `pr-*` stands for every preview in names and ARNs. */
const groupOf = (stage: string) => (isPreview(stage) ? 'pr-*' : stage)
const ownNamesOf = (stage: string) => (isPreview(stage) ? `${APP}-pr-*` : `${APP}-${stage}-*`)

export const boundaryNameOf = (stage: string): string =>
  `${APP}-${isPreview(stage) ? 'preview' : stage}-boundary`

function allow(
  Sid: string,
  Action: readonly string[],
  Resource: readonly string[],
  Condition?: Statement['Condition'],
): Statement {
  return { Sid, Effect: 'Allow', Action, Resource, ...(Condition && { Condition }) }
}

/** Actions of one service. */
const of = (service: string, ...actions: string[]) => actions.map((action) => `${service}:${action}`)

export function makeBoundary(owner: BoundaryOwner): Boundary {
  const Statement = [
    ...allowRoles(owner),
    ...allowState(owner),
    ...(isPreview(owner.stage) ? allowPreview(owner) : allowStage()),
  ]
  return { name: boundaryNameOf(owner.stage), document: { Version: '2012-10-17', Statement } }
}

/** Roles of the stage alone, which get rights only while they carry the boundary. No users, keys, policies or providers. */
function allowRoles({ account, stage }: BoundaryOwner): Statement[] {
  const arn = (path: string) => `arn:aws:iam::${account}:${path}`
  const named = ownNamesOf(stage)
  const roles = [arn(`role/${named}`)]
  const boundary = arn(`policy/${boundaryNameOf(stage)}`)
  return [
    allow(
      'GiveRightsWithinBoundary',
      ['iam:CreateRole', 'iam:PutRolePolicy', 'iam:AttachRolePolicy', 'iam:PutRolePermissionsBoundary'],
      roles,
      { StringEquals: { 'iam:PermissionsBoundary': boundary } },
    ),
    allow(
      'OwnRoles',
      [
        ...of(
          'iam',
          'DeleteRole',
          'DeleteRolePolicy',
          'DetachRolePolicy',
          'PassRole',
          'TagRole',
          'UntagRole',
        ),
        ...of('iam', 'UpdateAssumeRolePolicy', 'UpdateRole', 'UpdateRoleDescription'),
      ],
      roles,
    ),
    allow('OwnProfiles', ['iam:*InstanceProfile*'], [arn(`instance-profile/${named}`)]),
    allow('ReadIdentities', ['iam:Get*', 'iam:List*', 'sts:GetCallerIdentity'], ['*']),
    allow('RolesOfServices', ['iam:CreateServiceLinkedRole'], [arn('role/aws-service-role/*')]),
  ]
}

/**
 * SST keeps the state and the secrets of all stages in one bucket, by kind, app and stage, and the key that decrypts them
 * in one parameter a stage. A secret that previews share is that of the stage `_fallback`.
 */
function allowState({ account, stage }: BoundaryOwner): Statement[] {
  const parameter = (path: string) => `arn:aws:ssm:*:${account}:parameter/${path}`
  const group = groupOf(stage)
  const files = isPreview(stage) ? [group] : [`${group}.json`, `${group}/*`]
  const write = ['s3:GetObject*', 's3:PutObject*', 's3:DeleteObject*']
  const fallback = {
    file: `arn:aws:s3:::sst-state-*/*/${APP}/_fallback.json`,
    key: parameter(`sst/passphrase/${APP}/_fallback`),
  }
  return [
    allow(
      'OwnState',
      write,
      files.map((file) => `arn:aws:s3:::sst-state-*/*/${APP}/${file}`),
    ),
    allow('Assets', write, ['arn:aws:s3:::sst-asset-*/*']),
    allow(
      'Buckets',
      ['s3:CreateBucket', 's3:GetBucket*', 's3:ListBucket', 's3:PutBucketPolicy', 's3:PutBucketVersioning'],
      ['arn:aws:s3:::sst-state-*', 'arn:aws:s3:::sst-asset-*'],
    ),
    allow('OwnStorage', ['s3:*'], [`arn:aws:s3:::${ownNamesOf(stage)}`]),
    allow(
      'OwnParameters',
      of('ssm', '*Parameter', '*Parameters', '*TagsToResource', '*TagsFromResource', 'ListTagsForResource'),
      [
        parameter(`sst/passphrase/${APP}/${group}`),
        parameter(`${APP}/${group}/*`),
        parameter('sst/bootstrap'),
      ],
    ),
    allow('SharedSecrets', ['s3:GetObject', 'ssm:GetParameter'], [fallback.file, fallback.key]),
    // Staging's people set the secrets of previews.
    ...(stage === 'staging'
      ? [allow('SetSharedSecrets', ['s3:PutObject', 'ssm:PutParameter'], [fallback.file, fallback.key])]
      : []),
    allow(
      'PublicParameters',
      ['ssm:GetParameter', 'ssm:GetParameters'],
      ['arn:aws:ssm:*::parameter/aws/service/*'],
    ),
    allow('ListParameters', ['ssm:DescribeParameters'], ['*']),
  ]
}

/** Services in which a stage with an account of its own may do everything. The others stay closed, such as billing. */
const SERVICES = (
  'acm apigateway bedrock cloudfront cloudfront-keyvaluestore cloudwatch ec2 ecr kms lambda logs rds route53 ' +
  'scheduler secretsmanager servicediscovery ses sns sqs ssmmessages wafv2'
).split(' ')

function allowStage(): Statement[] {
  return [
    allow(
      'Services',
      SERVICES.map((service) => `${service}:*`),
      ['*'],
    ),
    // `pauta tunnel` and the agent of Session Manager, `pauta doctor`.
    allow(
      'Sessions',
      of(
        'ssm',
        'StartSession',
        'TerminateSession',
        'UpdateInstanceInformation',
        'DescribeInstanceInformation',
      ),
      ['*'],
    ),
    allow('Doctor', ['freetier:GetAccountPlanState', 'servicequotas:*'], ['*']),
  ]
}

/** What a preview makes, by its name, and what it reads of staging. AWS names an API and its parts itself. */
function allowPreview({ account }: BoundaryOwner): Statement[] {
  const arn = (service: string, resource: string) => `arn:aws:${service}:*:${account}:${resource}`
  const named = ownNamesOf('pr-*')
  return [
    allow(
      'OwnResources',
      ['lambda:*', 'sqs:*', 'logs:*', 'secretsmanager:*', 'scheduler:*', 'ses:*', 'sns:*'],
      [
        arn('lambda', `function:${named}`),
        arn('sqs', named),
        arn('sns', named),
        arn('logs', `log-group:/aws/lambda/${named}`),
        arn('logs', `log-group:/aws/vendedlogs/apis/${named}`),
        arn('secretsmanager', `secret:${named}`),
        arn('scheduler', `*/${named}`),
        arn('ses', `configuration-set/${named}`),
      ],
    ),
    allow('Subscriptions', ['lambda:*EventSourceMapping'], ['*'], {
      ArnLike: { 'lambda:FunctionArn': arn('lambda', `function:${named}`) },
    }),
    allow(
      'ReadLists',
      [
        ...of('lambda', 'GetEventSourceMapping', 'List*', 'TagResource', 'UntagResource'),
        ...of('rds', 'DescribeDBInstances', 'ListTagsForResource'),
        'ec2:Describe*',
        'logs:DescribeLogGroups',
      ],
      ['*'],
    ),
    allow(
      'Api',
      ['apigateway:*'],
      ['arn:aws:apigateway:*::/restapis*', 'arn:aws:apigateway:*::/account', 'arn:aws:apigateway:*::/tags/*'],
    ),
    // Lambda makes the interfaces of functions in the network with their roles.
    allow(
      'Interfaces',
      [
        ...of('ec2', 'CreateNetworkInterface', 'DeleteNetworkInterface'),
        ...of('ec2', 'AssignPrivateIpAddresses', 'UnassignPrivateIpAddresses'),
      ],
      ['*'],
    ),
    allow('Providers', ['bedrock:InvokeModel*', 'ses:SendEmail', 'ses:SendRawEmail'], ['*']),
    allow(
      'ReadStaging',
      [
        ...of('secretsmanager', 'DescribeSecret', 'GetSecretValue'),
        ...of('ssm', 'GetParameter', 'GetParameters'),
      ],
      [arn('secretsmanager', `secret:${APP}-staging-*`), arn('ssm', `parameter/${APP}/staging/shared`)],
    ),
  ]
}

/** Size of the document as AWS counts it. */
export const measureBoundary = ({ document }: Boundary): number =>
  JSON.stringify(document).replaceAll(/\s/g, '').length
