import { allowLoans, allowNames, allowNetwork, allowServers } from './deployer-network.ts'
import { allowSite } from './deployer-site.ts'
import { allow, allowCertificates, APP, type Deployer, type PolicyStatement } from './deployer-statements.ts'

/*
 * What the role that deploys a stage may do. `pauta doctor --policy` prints it; a test compares it with every resource of
 * the stages. It names resources by the prefix that names.ts and SST give them, wherever AWS names them by us.
 */

/** A managed policy. AWS attaches at most ten of them to a role. */
export interface DeployerPolicy {
  name: string
  document: { Version: '2012-10-17'; Statement: PolicyStatement[] }
}

/** AWS's limit on the size of a managed policy, without white space. */
export const POLICY_LENGTH_MAX = 6144

/** Services that roles of a stage are made for. */
const TRUSTED_SERVICES = [
  'apigateway.amazonaws.com',
  'ec2.amazonaws.com',
  'lambda.amazonaws.com',
  'rds.amazonaws.com',
  'scheduler.amazonaws.com',
]
/** Services whose own roles AWS makes at their first use in an account. */
const SERVICE_LINKED = ['ops.apigateway.amazonaws.com', 'rds.amazonaws.com']
/** The only policies of AWS that roles of a stage carry. */
const ATTACHED_POLICIES = [
  'AmazonSSMManagedInstanceCore',
  'service-role/AmazonAPIGatewayPushToCloudWatchLogs',
  'service-role/AWSLambdaBasicExecutionRole',
  'service-role/AWSLambdaVPCAccessExecutionRole',
]

/** Part of a role's rights that fits into one policy, by its name. */
type Part = [name: string, statements: PolicyStatement[]]

/** The policies of a role. A preview lends the network and the servers of staging, so its role may make none. */
export function makeDeployerPolicies(deployer: Deployer): DeployerPolicy[] {
  const isPreview = deployer.stage.startsWith('pr-')
  const parts: Part[] = [
    ['state', [...allowState(deployer), ...allowSecrets(deployer)]],
    ['roles', allowRoles(deployer)],
    ['functions', [...allowFunctions(deployer), ...allowApi(deployer)]],
    isPreview
      ? ['loans', allowLoans(deployer)]
      : ['network', [...allowNetwork(deployer), ...allowNames(deployer)]],
    ...(isPreview
      ? []
      : [['servers', allowServers(deployer)] satisfies Part, ['site', allowSite(deployer)] satisfies Part]),
  ]
  const stage = deployer.stage.replace('-*', '')
  return parts.map(([part, Statement]) => ({
    name: `${APP}-deployer-${stage}-${part}`,
    document: { Version: '2012-10-17', Statement },
  }))
}

/** SST's own buckets, parameters, repository of images, and the interface of `sst dev` that it makes once an account. */
function allowState({ account, region, stage }: Deployer): PolicyStatement[] {
  const bucketActions = [
    's3:CreateBucket',
    's3:DeleteObject',
    's3:DeleteObjectVersion',
    's3:GetBucketLocation',
    's3:GetObject',
    's3:GetObjectTagging',
    's3:ListBucket',
    's3:PutBucketPolicy',
    's3:PutBucketVersioning',
    's3:PutBucketNotification',
    's3:PutObject',
    's3:PutObjectTagging',
  ]
  return [
    allow('StateAndAssets', bucketActions, ['arn:aws:s3:::sst-state-*', 'arn:aws:s3:::sst-asset-*']),
    allow(
      'ImageRepository',
      ['ecr:CreateRepository', 'ecr:DescribeRepositories'],
      [`arn:aws:ecr:${region}:${account}:repository/sst-asset`],
    ),
    allow('Identity', ['sts:GetCallerIdentity'], ['*']),
    allow(
      'DevInterface',
      ['appsync:CreateApi', 'appsync:CreateChannelNamespace', 'appsync:GetApi', 'appsync:ListApis'],
      [`arn:aws:appsync:${region}:${account}:*`],
    ),
    allow(
      'Parameters',
      [
        'ssm:AddTagsToResource',
        'ssm:DeleteParameter',
        'ssm:GetParameter',
        'ssm:GetParameters',
        'ssm:GetParametersByPath',
        'ssm:ListTagsForResource',
        'ssm:PutParameter',
        'ssm:RemoveTagsFromResource',
      ],
      [
        `arn:aws:ssm:${region}:${account}:parameter/sst/*`,
        `arn:aws:ssm:${region}:${account}:parameter/${APP}/${stage}/*`,
      ],
    ),
    allow('ParameterNames', ['ssm:DescribeParameters'], ['*']),
    allow('Storage', ['s3:*'], [`arn:aws:s3:::${APP}-${stage}-*`]),
  ]
}

function allowSecrets({ account, region, stage }: Deployer): PolicyStatement[] {
  return [
    allow(
      'Secrets',
      ['secretsmanager:*'],
      [`arn:aws:secretsmanager:${region}:${account}:secret:${APP}-${stage}-*`],
    ),
  ]
}

/** Roles of the stage alone, for known services and with known policies. */
function allowRoles({ account, stage }: Deployer): PolicyStatement[] {
  const roles = [`arn:aws:iam::${account}:role/${APP}-${stage}-*`]
  return [
    allow(
      'Roles',
      [
        'iam:CreateRole',
        'iam:DeleteRole',
        'iam:DeleteRolePolicy',
        'iam:DetachRolePolicy',
        'iam:GetRole',
        'iam:GetRolePolicy',
        'iam:ListAttachedRolePolicies',
        'iam:ListInstanceProfilesForRole',
        'iam:ListRolePolicies',
        'iam:ListRoleTags',
        'iam:PutRolePolicy',
        'iam:TagRole',
        'iam:UntagRole',
        'iam:UpdateAssumeRolePolicy',
        'iam:UpdateRole',
        'iam:UpdateRoleDescription',
      ],
      roles,
    ),
    allow('AttachKnownPolicies', ['iam:AttachRolePolicy'], roles, {
      ArnEquals: { 'iam:PolicyARN': ATTACHED_POLICIES.map((name) => `arn:aws:iam::aws:policy/${name}`) },
    }),
    allow('PassRoles', ['iam:PassRole'], roles, {
      StringEquals: { 'iam:PassedToService': TRUSTED_SERVICES },
    }),
    allow(
      'InstanceProfiles',
      [
        'iam:AddRoleToInstanceProfile',
        'iam:CreateInstanceProfile',
        'iam:DeleteInstanceProfile',
        'iam:GetInstanceProfile',
        'iam:ListInstanceProfileTags',
        'iam:RemoveRoleFromInstanceProfile',
        'iam:TagInstanceProfile',
        'iam:UntagInstanceProfile',
      ],
      [`arn:aws:iam::${account}:instance-profile/${APP}-${stage}-*`],
    ),
    allow(
      'ServiceLinkedRoles',
      ['iam:CreateServiceLinkedRole'],
      [`arn:aws:iam::${account}:role/aws-service-role/*`],
      { StringEquals: { 'iam:AWSServiceName': SERVICE_LINKED } },
    ),
  ]
}

function allowFunctions({ account, region, stage }: Deployer): PolicyStatement[] {
  const arn = (service: string, resource: string) => `arn:aws:${service}:${region}:${account}:${resource}`
  const named = `${APP}-${stage}-*`
  return [
    allow('Functions', ['lambda:*'], [arn('lambda', `function:${named}`)]),
    // AWS names an event source mapping by an ID of its own.
    allow(
      'QueueSubscriptions',
      [
        'lambda:CreateEventSourceMapping',
        'lambda:DeleteEventSourceMapping',
        'lambda:GetEventSourceMapping',
        'lambda:ListEventSourceMappings',
        'lambda:ListTags',
        'lambda:TagResource',
        'lambda:UntagResource',
        'lambda:UpdateEventSourceMapping',
      ],
      ['*'],
    ),
    allow('Queues', ['sqs:*'], [arn('sqs', named)]),
    allow('Topics', ['sns:*'], [arn('sns', named)]),
    allow(
      'Schedules',
      ['scheduler:*'],
      [arn('scheduler', `schedule-group/${named}`), arn('scheduler', `schedule/${named}/*`)],
    ),
    allow(
      'Logs',
      ['logs:*'],
      [
        arn('logs', `log-group:/aws/lambda/${named}`),
        arn('logs', `log-group:/aws/vendedlogs/apis/${named}`),
        arn('logs', `log-group:/${APP}/${stage}/*`),
      ],
    ),
    allow('LogNames', ['logs:DescribeLogGroups'], ['*']),
    allow(
      'Alarms',
      ['cloudwatch:*'],
      [arn('cloudwatch', `alarm:${named}`), `arn:aws:cloudwatch::${account}:dashboard/${APP}-${stage}`],
    ),
    allow('Mail', ['ses:*'], [arn('ses', `configuration-set/${APP}-${stage}`)]),
  ]
}

/** AWS names an API by an ID of its own. */
function allowApi({ account, region, stage }: Deployer): PolicyStatement[] {
  return [
    allow(
      'Api',
      ['apigateway:DELETE', 'apigateway:GET', 'apigateway:PATCH', 'apigateway:POST', 'apigateway:PUT'],
      ['restapis', 'restapis/*', 'account', 'domainnames', 'domainnames/*', 'tags/*'].map(
        (path) => `arn:aws:apigateway:${region}::/${path}`,
      ),
    ),
    allow('ApiFirewall', ['apigateway:SetWebACL'], [`arn:aws:apigateway:${region}::/restapis/*/stages/*`]),
    allow(
      'Firewall',
      ['wafv2:*'],
      [
        `arn:aws:wafv2:${region}:${account}:regional/webacl/${APP}-${stage}/*`,
        `arn:aws:wafv2:${region}:${account}:regional/ipset/${APP}-${stage}*/*`,
        `arn:aws:wafv2:${region}:${account}:regional/managedruleset/*`,
        `arn:aws:apigateway:${region}::/restapis/*/stages/*`,
      ],
    ),
    allowCertificates('Certificates', `arn:aws:acm:${region}:${account}:certificate/*`),
  ]
}

/** Sizes of the documents as AWS counts them, by name. */
export const measurePolicies = (policies: readonly DeployerPolicy[]): Record<string, number> =>
  Object.fromEntries(
    policies.map(({ name, document }) => [name, JSON.stringify(document).replaceAll(/\s/g, '').length]),
  )
