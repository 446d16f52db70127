import { describe, expect, it } from 'vitest'
import { TYPESENSE_IMAGES } from '../../stacks/typesense-images.ts'
import { getBuild, getFunction, getOne, type Graph, listOfType, revealed, type Stages } from './graph.ts'

const INSTANCE = 'aws:ec2/instance:Instance'
const REGISTRATION = 'aws:servicediscovery/instance:Instance'
const linkOf = (graph: Graph, name: string) => getBuild(graph, getFunction(graph, name)).links['SearchIndex']

export function checkSecondServer(stages: () => Stages): void {
  describe('a second search server', () => {
    it('runs beside the first one, each with its own version, image, volume and name', () => {
      const { moved } = stages()
      const server = (name: string) => getOne(moved, INSTANCE, new RegExp(`^${name}$`))
      expect(server('SearchServer').inputs).toMatchObject({ instanceType: 't4g.large', ami: 'ami-1' })
      expect(server('SearchServerB').inputs).toMatchObject({
        instanceType: 't4g.xlarge',
        ami: 'ami-0123456789abcdef0',
      })
      expect(server('SearchServer').options?.ignoreChanges).toEqual(['ami'])
      expect(server('SearchServerB').options?.ignoreChanges).toEqual([])
      expect(revealed(server('SearchServer').inputs['userData'])).toContain(TYPESENSE_IMAGES['27.1'])
      expect(revealed(server('SearchServerB').inputs['userData'])).toContain(TYPESENSE_IMAGES['30.2'])
      expect(
        listOfType(moved, 'aws:servicediscovery/service:Service').map(({ inputs }) => inputs['name']),
      ).toEqual(expect.arrayContaining(['search', 'search-a', 'search-b']))
    })

    it('gets the name only after the function has compared the documents of both', () => {
      const { moved, production } = stages()
      const order = moved.resources.map(({ name }) => name)
      const steps = ['SearchServersCompared', 'SearchNameInstance', 'Migration']
      expect(order.filter((name) => steps.includes(name))).toEqual(steps)
      const compared = getOne(moved, 'aws:lambda/invocation:Invocation', /^SearchServersCompared$/)
      expect(JSON.parse(String(compared.inputs['input']))).toEqual({
        live: 'https://search-b.sst:8108',
        second: 'https://search-a.sst:8108',
      })
      expect(production.resources.some(({ name }) => name === 'SearchServersCompared')).toBe(false)
      // The registration stays and gets another address, so the name always has one.
      const idOf = (graph: Graph) => getOne(graph, REGISTRATION, /^SearchNameInstance$/).inputs['instanceId']
      expect(idOf(moved)).toBe(idOf(production))
    })

    it('is linked to every function that writes, so that both servers get each write', () => {
      const { moved, production, preview } = stages()
      for (const name of ['index', 'graphql', 'migrate'])
        expect(linkOf(moved, name)).toMatchObject({
          url: 'https://search.sst:8108',
          secondUrl: 'https://search-a.sst:8108',
        })
      expect(linkOf(production, 'index')).toMatchObject({ secondUrl: '' })
      expect(linkOf(preview, 'index')).toMatchObject({ secondUrl: 'https://search-b.sst:8108' })
    })

    it('is removed with its volume once another one has taken over, while the volume in use is protected', () => {
      const { moved } = stages()
      const volume = (name: string) => getOne(moved, 'aws:ebs/volume:Volume', new RegExp(`^${name}$`)).options
      expect(volume('SearchVolumeB')).toMatchObject({ protect: true, retainOnDelete: true })
      expect(volume('SearchVolume')).toMatchObject({ protect: false, retainOnDelete: false })
    })

    it('has no alarm: the alarm watches the server in use', () => {
      const alarms = listOfType(stages().moved, 'aws:cloudwatch/metricAlarm:MetricAlarm')
        .filter(({ name }) => name.startsWith('SearchServer'))
        .map(({ inputs }) => inputs['dimensions'])
      expect(alarms).toEqual([{ InstanceId: 'SearchServerB-id' }])
    })
  })
}
