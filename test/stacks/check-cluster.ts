import { describe, expect, it } from 'vitest'
import { TYPESENSE_IMAGES } from '../../stacks/typesense-images.ts'
import { getBuild, getFunction, getOne, type Graph, listOfType, revealed, type Stages } from './graph.ts'

const INSTANCE = 'aws:ec2/instance:Instance'
const INVOCATION = 'aws:lambda/invocation:Invocation'
const NODES = [1, 2, 3] as const
const URLS = NODES.map((position) => `https://search-${position}.sst:8108`)

const scriptOf = (graph: Graph, position: number) =>
  String(revealed(getOne(graph, INSTANCE, new RegExp(`^SearchServer${position}$`)).inputs['userData']))

export function checkCluster(stages: () => Stages): void {
  describe('a search cluster', () => {
    it('has a node with a volume and an address of its own in each of three zones', () => {
      const { large } = stages()
      const interfaces = listOfType(large, 'aws:ec2/networkInterface:NetworkInterface').filter(({ name }) =>
        name.startsWith('SearchInterface'),
      )
      expect(interfaces.map(({ inputs }) => inputs['subnetId'])).toEqual(
        NODES.map((position) => `VpcPrivateSubnet${position}-id`),
      )
      for (const position of NODES) {
        expect(getOne(large, INSTANCE, new RegExp(`^SearchServer${position}$`)).inputs).toMatchObject({
          instanceType: 'r7g.large',
          primaryNetworkInterface: { networkInterfaceId: `SearchInterface${position}-id` },
        })
        const attached = getOne(
          large,
          'aws:ec2/volumeAttachment:VolumeAttachment',
          new RegExp(`^SearchVolumeAttachment${position}$`),
        )
        expect(attached.inputs).toMatchObject({
          instanceId: `SearchServer${position}-id`,
          volumeId: `SearchVolume${position}-id`,
        })
      }
      const volumes = listOfType(large, 'aws:ebs/volume:Volume')
      expect(volumes).toHaveLength(3)
      for (const { options } of volumes)
        expect(options).toMatchObject({ protect: true, retainOnDelete: true })
    })

    it('runs the chosen version of Typesense by its digest, with the names of all nodes', () => {
      const { large } = stages()
      for (const position of NODES) {
        expect(scriptOf(large, position)).toContain(TYPESENSE_IMAGES['30.2'])
        expect(scriptOf(large, position)).toContain('for name in search-1.sst search-2.sst search-3.sst; do')
      }
      for (const image of Object.values(TYPESENSE_IMAGES)) expect(image).toMatch(/@sha256:[0-9a-f]{64}$/)
    })

    it('admits its own members for replication and for writes on their way to the leader', () => {
      const { inputs } = getOne(
        stages().large,
        'aws:ec2/securityGroup:SecurityGroup',
        /^SearchSecurityGroup$/,
      )
      const ingress = inputs['ingress'] as { fromPort: number; self?: boolean; cidrBlocks?: string[] }[]
      expect(ingress.filter(({ self }) => self === true).map(({ fromPort }) => fromPort)).toEqual([
        8108, 8107,
      ])
      expect(ingress.some(({ cidrBlocks }) => cidrBlocks !== undefined)).toBe(false)
    })

    it('is linked to the functions by the addresses of all its nodes', () => {
      const { large, production } = stages()
      const linkOf = (graph: Graph) => getBuild(graph, getFunction(graph, 'graphql')).links['SearchIndex']
      expect(linkOf(large)).toMatchObject({ url: URLS[0], nodes: URLS.join(',') })
      expect(linkOf(production)).toMatchObject({ url: 'https://search.sst:8108', nodes: '' })
    })

    it('is upgraded node by node: none before all are healthy, and none before the previous one has joined', () => {
      const { large } = stages()
      const order = large.resources.map(({ name }) => name)
      const steps = [
        'SearchNodesHealthy',
        ...NODES.flatMap((position) => [`SearchServer${position}`, `SearchNodeJoined${position}`]),
        'Migration',
      ]
      expect(order.filter((name) => steps.includes(name))).toEqual(steps)
      const waitFor = (name: RegExp) =>
        (JSON.parse(String(getOne(large, INVOCATION, name).inputs['input'])) as { waitFor: string[] }).waitFor
      expect(waitFor(/^SearchNodesHealthy$/)).toEqual(URLS)
      expect(waitFor(/^SearchNodeJoined2$/)).toEqual([URLS[1]])
      // A new type stops an instance and keeps its ID.
      const machine = { instanceType: 'r7g.large', image: '' }
      expect(getOne(large, INVOCATION, /^SearchNodeJoined2$/).inputs['triggers']).toEqual({
        instance: 'SearchServer2-id',
        ...machine,
      })
      const first = getOne(large, INVOCATION, /^SearchNodesHealthy$/).inputs['triggers']
      expect(revealed(first)).toMatchObject(machine)
    })

    it('has an alarm for each of its instances', () => {
      const alarms = listOfType(stages().large, 'aws:cloudwatch/metricAlarm:MetricAlarm')
        .filter(({ name }) => name.startsWith('SearchServer'))
        .map(({ inputs }) => (inputs['dimensions'] as Record<string, string>)['InstanceId'])
      expect(alarms).toEqual(NODES.map((position) => `SearchServer${position}-id`))
    })
  })
}
