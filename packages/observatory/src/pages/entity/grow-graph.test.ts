import { expect, it } from 'vitest'
import { EMPTY_GRAPH, growGraph, listNeighbours } from './grow-graph.ts'

const node = (entityId: string) => ({ entityId, canonicalName: entityId.toUpperCase(), type: 'ORG' })
const edge = (src: string, dst: string, weight: number) => ({ src, dst, weight, kind: 'co_occurrence' })

it('adds neighbours once, whatever the direction of their edge', () => {
  const first = growGraph(EMPTY_GRAPH, { nodes: [node('a'), node('b')], edges: [edge('a', 'b', 3)] })
  const grown = growGraph(first, {
    nodes: [node('b'), node('c')],
    edges: [edge('b', 'a', 3), edge('b', 'c', 5)],
  })
  expect(grown.nodes.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  expect(grown.edges).toHaveLength(2)
  expect(listNeighbours(grown, 'b').map(({ node }) => node.name)).toEqual(['C', 'A'])
})

it('keeps at most 120 nodes and no edge to a node that is not there', () => {
  const many = Array.from({ length: 200 }, (_, position) => node(`n${position}`))
  const graph = growGraph(EMPTY_GRAPH, { nodes: many, edges: [edge('n0', 'n1', 1), edge('n0', 'n199', 1)] })
  expect(graph.nodes).toHaveLength(120)
  expect(graph.edges).toHaveLength(1)
})
