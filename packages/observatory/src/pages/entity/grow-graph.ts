import type { EntityNetworkQuery } from '../../api/generated/operations.ts'

export interface GraphNode {
  id: string
  name: string
  type: string
}

interface GraphEdge {
  source: string
  target: string
  /** Articles in which both appear. */
  weight: number
}

export interface Graph {
  nodes: GraphNode[]
  edges: GraphEdge[]
}

export const EMPTY_GRAPH: Graph = { nodes: [], edges: [] }
/** A picture with more nodes is a knot. */
const NODES_MAX = 120

const keyOf = ({ source, target }: GraphEdge) =>
  source < target ? `${source} ${target}` : `${target} ${source}`

/** Adds the neighbours of an entity to a graph. Known nodes and edges stay as they are; at most 120 nodes are kept. */
export function growGraph(graph: Graph, network: EntityNetworkQuery['entityNetwork']): Graph {
  const known = new Set(graph.nodes.map(({ id }) => id))
  const added = network.nodes
    .filter(({ entityId }) => !known.has(entityId))
    .map(({ entityId, canonicalName, type }) => ({
      id: entityId,
      name: canonicalName ?? entityId,
      type: type ?? '',
    }))
  const nodes = [...graph.nodes, ...added].slice(0, NODES_MAX)
  const ids = new Set(nodes.map(({ id }) => id))
  const edges = new Map(graph.edges.map((edge) => [keyOf(edge), edge]))
  for (const { src, dst, weight } of network.edges) {
    const edge = { source: src, target: dst, weight }
    if (ids.has(src) && ids.has(dst) && !edges.has(keyOf(edge))) edges.set(keyOf(edge), edge)
  }
  return { nodes, edges: [...edges.values()] }
}

/** Returns the neighbours of a node, the strongest first. */
export function listNeighbours(graph: Graph, id: string): { node: GraphNode; weight: number }[] {
  const byId = new Map(graph.nodes.map((node) => [node.id, node]))
  return graph.edges
    .filter(({ source, target }) => source === id || target === id)
    .flatMap(({ source, target, weight }) => {
      const node = byId.get(source === id ? target : source)
      return node ? [{ node, weight }] : []
    })
    .sort((a, b) => b.weight - a.weight || a.node.name.localeCompare(b.node.name, 'pt-BR'))
}
