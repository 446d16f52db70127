import { describe, expect, it } from 'vitest'
import { makeBoundary } from '../../stacks/boundary.ts'
import { mayDo, toPattern } from './policy.ts'

const ACCOUNT = '123456789012'
const iam = (path: string) => `arn:aws:iam::${ACCOUNT}:${path}`
const state = (path: string) => `arn:aws:s3:::sst-state-x7/${path}`
const key = (stage: string) => parameter(`sst/passphrase/pauta/${stage}`)
const fn = (stage: string) => `arn:aws:lambda:us-east-2:${ACCOUNT}:function:pauta-${stage}-graphql`
const secret = (stage: string) => `arn:aws:secretsmanager:us-east-2:${ACCOUNT}:secret:pauta-${stage}-x`
const parameter = (name: string) => `arn:aws:ssm:us-east-2:${ACCOUNT}:parameter/${name}`
const boundaryOf = (stage: string) => ({ 'iam:PermissionsBoundary': iam(`policy/pauta-${stage}-boundary`) })

/** What previews' boundary is called, and that of any other stage. */
const groupOf = (stage: string) => (stage === 'pr-7' ? 'preview' : stage)

type Row = [stage: string, action: string, resource: string, context?: Record<string, string>]

/** What a stage must not reach, by whoever has its deployer's role or makes a function with a role of its own. */
const FORBIDDEN: Row[] = [
  ['pr-7', 's3:GetObject', state('app/pauta/staging.json')],
  ['pr-7', 's3:GetObject', state('secret/pauta/production.json')],
  ['pr-7', 's3:PutObject', state('app/pauta/staging.json')],
  ['pr-7', 's3:DeleteObject', state('lock/pauta/staging.json')],
  ['pr-7', 's3:PutObject', state('secret/pauta/_fallback.json')],
  ['pr-7', 's3:GetObject', state('snapshot/pauta/staging/1f.json')],
  ['pr-7', 'ssm:GetParameter', key('staging')],
  ['pr-7', 'ssm:GetParameter', key('production')],
  ['pr-7', 'ssm:PutParameter', key('_fallback')],
  ['pr-7', 'ssm:GetParameter', parameter('pauta/staging/search-key')],
  ['pr-7', 'lambda:UpdateFunctionCode', fn('staging')],
  ['pr-7', 'lambda:GetFunction', fn('production')],
  ['pr-7', 'lambda:CreateEventSourceMapping', '*', { 'lambda:FunctionArn': fn('staging') }],
  ['pr-7', 'sqs:ReceiveMessage', `arn:aws:sqs:us-east-2:${ACCOUNT}:pauta-staging-IndexQueue`],
  ['pr-7', 's3:GetObject', 'arn:aws:s3:::pauta-staging-storage/bronze/x.json'],
  ['pr-7', 'secretsmanager:GetSecretValue', secret('production')],
  ['pr-7', 'secretsmanager:PutSecretValue', secret('staging')],
  ['pr-7', 'ec2:RunInstances', '*'],
  ['pr-7', 'rds:DeleteDBInstance', '*'],
  ['pr-7', 'cloudfront:CreateDistribution', '*'],
  ['pr-7', 'iam:CreateRole', iam('role/pauta-pr-7-x'), boundaryOf('staging')],
  ['staging', 's3:GetObject', state('app/pauta/production.json')],
  ['staging', 'ssm:GetParameter', key('production')],
  ['production', 's3:GetObject', state('app/pauta/staging.json')],
  ...['production', 'staging', 'pr-7'].flatMap((stage): Row[] => [
    // Without the boundary a new role would be an administrator.
    [stage, 'iam:CreateRole', iam(`role/pauta-${stage}-x`)],
    [stage, 'iam:PutRolePolicy', iam(`role/pauta-${stage}-x`)],
    [stage, 'iam:AttachRolePolicy', iam(`role/pauta-${stage}-x`)],
    [stage, 'iam:AttachRolePolicy', iam(`role/pauta-${stage}-x`), boundaryOf('other')],
    [stage, 'iam:DeleteRolePermissionsBoundary', iam(`role/pauta-${stage}-x`)],
    [stage, 'iam:PutRolePermissionsBoundary', iam(`role/pauta-${stage}-x`), boundaryOf('other')],
    [stage, 'iam:CreatePolicyVersion', iam(`policy/pauta-${groupOf(stage)}-boundary`)],
    [stage, 'iam:CreatePolicy', iam('policy/pauta-x')],
    [stage, 'iam:UpdateAssumeRolePolicy', iam(`role/pauta-deploys-${stage}`)],
    [stage, 'iam:PutRolePolicy', iam(`role/pauta-deploys-${stage}`), boundaryOf(stage)],
    [stage, 'iam:PassRole', iam('role/administrator')],
    [stage, 'iam:CreateUser', iam('user/x')],
    [stage, 'iam:CreateAccessKey', iam('user/x')],
    [stage, 'iam:CreateOpenIDConnectProvider', iam('oidc-provider/x')],
    [stage, 'sts:AssumeRole', iam('role/administrator')],
    [stage, 'organizations:LeaveOrganization', '*'],
    [stage, 'account:CloseAccount', '*'],
  ]),
]

/** What a deployment, a function and `pauta` do. A test of the graphs adds every role, service and name of the stages. */
const NEEDED: Row[] = [
  ['pr-7', 's3:GetObject', state('secret/pauta/_fallback.json')],
  ['pr-7', 'ssm:GetParameter', key('_fallback')],
  ['pr-7', 'ssm:GetParameter', parameter('pauta/staging/shared')],
  ['pr-7', 'secretsmanager:GetSecretValue', secret('staging')],
  ['pr-7', 'lambda:CreateEventSourceMapping', '*', { 'lambda:FunctionArn': fn('pr-7') }],
  ['pr-7', 'lambda:ListFunctions', '*'],
  ['pr-7', 'ec2:CreateNetworkInterface', '*'],
  ['pr-7', 'apigateway:POST', 'arn:aws:apigateway:us-east-2::/restapis'],
  ['staging', 's3:PutObject', state('secret/pauta/_fallback.json')],
  ['production', 'ssm:StartSession', '*'],
  ['production', 'ec2:RunInstances', '*'],
  ['production', 'cloudfront:CreateDistribution', '*'],
  ['production', 'freetier:GetAccountPlanState', '*'],
  ...['production', 'staging', 'pr-7'].flatMap((stage): Row[] => [
    [stage, 's3:PutObject', state(`app/pauta/${stage}.json`)],
    [stage, 's3:PutObject', state(`snapshot/pauta/${stage}/1f.json`)],
    [stage, 'ssm:PutParameter', key(stage)],
    [stage, 'ssm:GetParameter', parameter('sst/bootstrap')],
    [stage, 's3:PutObject', 'arn:aws:s3:::sst-asset-x7/code.zip'],
    [stage, 'iam:CreateRole', iam(`role/pauta-${stage}-x`), boundaryOf(groupOf(stage))],
    [stage, 'iam:PassRole', iam(`role/pauta-${stage}-x`)],
    [stage, 'iam:CreateServiceLinkedRole', iam('role/aws-service-role/rds.amazonaws.com/x')],
    [stage, 'lambda:UpdateFunctionCode', fn(stage)],
  ]),
]

/**
 * The other actions that the boundaries open, as AWS spells them: a misspelt one opens nothing, which only a deployment
 * would show.
 */
const SPELLED = (
  'iam:PutRolePolicy iam:AttachRolePolicy iam:PutRolePermissionsBoundary iam:DeleteRole iam:DeleteRolePolicy ' +
  'iam:DetachRolePolicy iam:TagRole iam:UntagRole iam:UpdateAssumeRolePolicy iam:UpdateRole iam:UpdateRoleDescription ' +
  'iam:CreateInstanceProfile iam:GetRole iam:ListRolePolicies sts:GetCallerIdentity s3:DeleteObject s3:CreateBucket ' +
  's3:GetBucketLocation s3:ListBucket s3:PutBucketPolicy s3:PutBucketVersioning ssm:DeleteParameters ' +
  'ssm:AddTagsToResource ssm:RemoveTagsFromResource ssm:ListTagsForResource ssm:GetParameters ssm:DescribeParameters ' +
  'acm:RequestCertificate bedrock:InvokeModel cloudfront-keyvaluestore:PutKey cloudwatch:PutMetricAlarm ' +
  'ecr:GetAuthorizationToken kms:Decrypt logs:CreateLogGroup logs:DescribeLogGroups rds:CreateDBInstance ' +
  'rds:DescribeDBInstances rds:ListTagsForResource route53:ChangeResourceRecordSets scheduler:CreateSchedule ' +
  'servicediscovery:CreateService ses:SendEmail ses:SendRawEmail sns:Publish sqs:SendMessage ' +
  'ssmmessages:OpenDataChannel wafv2:CreateWebACL ssm:TerminateSession ssm:UpdateInstanceInformation ' +
  'ssm:DescribeInstanceInformation servicequotas:GetServiceQuota lambda:GetEventSourceMapping lambda:TagResource ' +
  'lambda:UntagResource ec2:DescribeSubnets ec2:DeleteNetworkInterface ec2:AssignPrivateIpAddresses ' +
  'ec2:UnassignPrivateIpAddresses secretsmanager:DescribeSecret'
).split(' ')

const ask = ([stage, action, resource, context = {}]: Row) =>
  mayDo(makeBoundary({ account: ACCOUNT, stage }).document, { action, resource, context })

describe('the boundary', () => {
  it.each(FORBIDDEN)('of %s forbids %s on %s', (...row) => {
    expect(ask(row)).toBe(false)
  })

  it.each(NEEDED)('of %s allows %s on %s', (...row) => {
    expect(ask(row)).toBe(true)
  })

  it('names actions that AWS has', () => {
    const known = new Set([...NEEDED.map(([, action]) => action), ...SPELLED])
    const statements = ['production', 'staging', 'pr-7'].flatMap(
      (stage) => makeBoundary({ account: ACCOUNT, stage }).document.Statement,
    )
    const unknown = statements
      .flatMap(({ Action }) => Action)
      .filter((one) => ![...known].some((action) => toPattern(one).test(action)))
    expect(unknown).toEqual([])
  })
})
