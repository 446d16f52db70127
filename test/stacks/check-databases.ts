import { describe, expect, it } from 'vitest'
import { getOne, type Graph, type Stages } from './graph.ts'

export function checkDatabases(stages: () => Stages): void {
  describe('a database', () => {
    it('has a second server in another zone with multi-az, and one server otherwise', () => {
      const { chosen, production } = stages()
      const server = (graph: Graph) => getOne(graph, 'aws:rds/instance:Instance', /./).inputs['multiAz']
      expect(server(chosen)).toBe(true)
      expect(server(production)).toBe(false)
    })

    it('accepts TLS alone, and as many connections as its settings say', () => {
      expect(
        getOne(stages().production, 'aws:rds/parameterGroup:ParameterGroup', /./).inputs['parameters'],
      ).toMatchObject([
        { name: 'rds.force_ssl', value: '1' },
        { name: 'max_connections', value: '450' },
      ])
    })
  })
}
