import { PROXY_INIT_QUERY } from './database-proxy-session.ts'

/** Percent of `max_connections` that the proxy may open. The rest is for migrations, full syncs and people. */
const SHARE_PERCENT = 80
/** Seconds that a request waits for a free connection: as long as a function waits for a new one. */
const BORROW_SECONDS = 5

export interface ProxiedServer {
  vpc: sst.aws.Vpc
  /** ARN of the secret with the user and the password, which SST makes beside each server. */
  secretArn: $util.Output<string>
  target: { dbInstanceIdentifier: $util.Output<string> } | { dbClusterIdentifier: $util.Output<string> }
}

/** An RDS Proxy. Functions in any number share the connections of the server. Returns the host of the proxy. */
export function makeDatabaseProxy({ vpc, secretArn, target }: ProxiedServer): $util.Output<string> {
  const name = `${$app.name}-${$app.stage}`
  const role = new aws.iam.Role('DatabaseProxyRole', {
    assumeRolePolicy: aws.iam.assumeRolePolicyForPrincipal({ Service: 'rds.amazonaws.com' }),
    inlinePolicies: [
      {
        name: 'read-password',
        policy: $jsonStringify({
          Version: '2012-10-17',
          Statement: [{ Effect: 'Allow', Action: 'secretsmanager:GetSecretValue', Resource: secretArn }],
        }),
      },
    ],
  })
  const proxy = new aws.rds.Proxy('DatabaseProxy', {
    name,
    engineFamily: 'POSTGRESQL',
    requireTls: true,
    roleArn: role.arn,
    auths: [{ authScheme: 'SECRETS', iamAuth: 'DISABLED', secretArn }],
    vpcSubnetIds: vpc.privateSubnets,
    vpcSecurityGroupIds: vpc.securityGroups,
  })
  const group = new aws.rds.ProxyDefaultTargetGroup('DatabaseProxyGroup', {
    dbProxyName: proxy.name,
    connectionPoolConfig: {
      maxConnectionsPercent: SHARE_PERCENT,
      connectionBorrowTimeout: BORROW_SECONDS,
      initQuery: PROXY_INIT_QUERY,
    },
  })
  new aws.rds.ProxyTarget('DatabaseProxyTarget', {
    dbProxyName: proxy.name,
    targetGroupName: group.name,
    ...target,
  })
  return proxy.endpoint
}
