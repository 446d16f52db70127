import { describe, expect, it } from 'vitest'
import { countParts, type Parts, SERIES } from '../../stacks/costs/count-parts.ts'
import { stageKindOf } from '../../stacks/settings.ts'
import { type Graph, listOfType, type Stages } from './graph.ts'
import { listPublishedSeries } from './published-series.ts'
import { listSettings } from './stage-settings.ts'

/** Counts the resources that AWS charges by their number. */
function countGraph(graph: Graph): Parts {
  const count = (type: string, isCounted: (name: string) => boolean = () => true) =>
    // A resource that is only looked up has no options. A restored server that replaces the live one has some.
    listOfType(graph, type).filter(({ name, options }) => options && isCounted(name)).length
  const [firewall] = listOfType(graph, 'aws:wafv2/webAcl:WebAcl')
  const instances = listOfType(graph, 'aws:ec2/instance:Instance')
  const isBastion = (one: (typeof instances)[number]) =>
    (one.inputs['tags'] as Record<string, string>)['sst:is-bastion'] === 'true'
  const gateways = count('aws:ec2/natGateway:NatGateway')
  return {
    alarms: count('aws:cloudwatch/metricAlarm:MetricAlarm'),
    polledQueues: count('aws:lambda/eventSourceMapping:EventSourceMapping'),
    natInstances: count('aws:ec2/instance:Instance', (name) => name.startsWith('VpcNatInstance')),
    natGateways: gateways,
    // A bastion beside managed gateways gets an address of its public subnet.
    publicAddresses: count('aws:ec2/eip:Eip') + (gateways > 0 ? instances.filter(isBastion).length : 0),
    databaseServers: count('aws:rds/instance:Instance') + count('aws:rds/clusterInstance:ClusterInstance'),
    searchServers: count('aws:ec2/instance:Instance', (name) => name.startsWith('SearchServer')),
    registrations: count('aws:servicediscovery/instance:Instance'),
    secrets: count('aws:secretsmanager/secret:Secret'),
    firewallRules: ((firewall?.inputs['rules'] ?? []) as unknown[]).length,
  }
}

export function checkCosts(stages: () => Stages): void {
  describe('the costs', () => {
    it('count what the stages have: alarms, queues, ways out, addresses, servers, names, secrets and rules', () => {
      for (const [graph, settings] of listSettings(stages())) {
        if (stageKindOf(graph.app.stage) === 'preview') continue
        expect(countParts(settings)).toEqual(countGraph(graph))
      }
    })

    it('count the series that the sweep publishes', () => {
      expect(listPublishedSeries('production').size).toBe(SERIES)
    })

    it('contain a retention for the log of every function', () => {
      const { production } = stages()
      const functions = listOfType(production, 'aws:lambda/function:Function').length
      const logs = listOfType(production, 'aws:cloudwatch/logGroup:LogGroup')
      expect(logs.filter(({ inputs }) => String(inputs['name']).startsWith('/aws/lambda/'))).toHaveLength(
        functions,
      )
      for (const { name, inputs } of logs)
        expect([name, Number(inputs['retentionInDays'])]).toEqual([name, expect.any(Number)])
      expect(
        logs.filter(({ inputs }) => !(Number(inputs['retentionInDays']) <= 90)).map(({ name }) => name),
      ).toEqual([])
    })
  })
}
