import { describe, expect, it } from 'vitest'
import { PROXY_INIT_QUERY } from '../../stacks/database-proxy-session.ts'
import { getBuild, getFunction, getOne, type Graph, listOfType, type Stages } from './graph.ts'

const CLUSTER = 'aws:rds/cluster:Cluster'
const PROXY = 'aws:rds/proxy:Proxy'

const linkOf = (graph: Graph, name: string) => getBuild(graph, getFunction(graph, name)).links['Database']

export function checkDatabases(stages: () => Stages): void {
  describe('a database larger than one machine', () => {
    it('has a second server in another zone with multi-az, and one server otherwise', () => {
      const { chosen, production } = stages()
      const server = (graph: Graph) => getOne(graph, 'aws:rds/instance:Instance', /./).inputs['multiAz']
      expect(server(chosen)).toBe(true)
      expect(server(production)).toBe(false)
    })

    it('is a cluster with Aurora, kept and protected as the server is', () => {
      const { large } = stages()
      expect(listOfType(large, 'aws:rds/instance:Instance')).toEqual([])
      expect(getOne(large, CLUSTER, /./).inputs).toMatchObject({
        serverlessv2ScalingConfiguration: { minCapacity: 2, maxCapacity: 32 },
        backupRetentionPeriod: 14,
        deletionProtection: true,
        skipFinalSnapshot: false,
        finalSnapshotIdentifier: 'pauta-production-last',
        storageEncrypted: true,
        allowMajorVersionUpgrade: false,
      })
      // The writer, and a standby that takes over.
      expect(listOfType(large, 'aws:rds/clusterInstance:ClusterInstance')).toHaveLength(2)
      expect(
        getOne(large, 'aws:rds/clusterParameterGroup:ClusterParameterGroup', /./).inputs['parameters'],
      ).toMatchObject([
        { name: 'rds.force_ssl', value: '1' },
        { name: 'max_connections', value: '450' },
      ])
    })

    it('is reached by functions through a proxy, and by migrations directly', () => {
      const { large, production } = stages()
      expect(linkOf(large, 'graphql')).toMatchObject({
        host: expect.stringContaining('databaseproxy') as string,
        directHost: expect.not.stringContaining('databaseproxy') as string,
        tls: 'verify-full',
      })
      expect(linkOf(large, 'migrate')).toEqual(linkOf(large, 'graphql'))
      expect(linkOf(production, 'graphql')).toMatchObject({ directHost: '' })
      expect(listOfType(production, PROXY)).toEqual([])
    })

    it('shares sessions that have the limits of every function, and keeps a fifth of them free', () => {
      const { large } = stages()
      expect(getOne(large, PROXY, /./).inputs).toMatchObject({ engineFamily: 'POSTGRESQL', requireTls: true })
      expect(
        getOne(large, 'aws:rds/proxyDefaultTargetGroup:ProxyDefaultTargetGroup', /./).inputs,
      ).toMatchObject({
        connectionPoolConfig: { maxConnectionsPercent: 80, initQuery: PROXY_INIT_QUERY },
      })
      expect(PROXY_INIT_QUERY).toBe("SET statement_timeout = '10s', jit = off")
      const role = getOne(large, 'aws:iam/role:Role', /^DatabaseProxyRole$/)
      const [policy] = role.inputs['inlinePolicies'] as [{ policy: string }]
      expect(JSON.parse(policy.policy)).toMatchObject({
        Statement: [
          {
            Action: 'secretsmanager:GetSecretValue',
            Resource: expect.stringMatching(/ProxySecret/) as string,
          },
        ],
      })
    })

    it('is watched as a cluster, without an alarm of a disk that grows by itself', () => {
      const { large } = stages()
      const alarms = listOfType(large, 'aws:cloudwatch/metricAlarm:MetricAlarm').map(({ name }) => name)
      expect(alarms).toContain('DatabaseBusyAlarm')
      expect(alarms).not.toContain('DatabaseDiskAlarm')
      const busy = getOne(large, 'aws:cloudwatch/metricAlarm:MetricAlarm', /^DatabaseBusyAlarm$/)
      expect(Object.keys(busy.inputs['dimensions'] as object)).toEqual(['DBClusterIdentifier'])
    })
  })
}
