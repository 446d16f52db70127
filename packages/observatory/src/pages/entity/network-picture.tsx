import {
  forceCenter,
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type Simulation,
  type SimulationLinkDatum,
  type SimulationNodeDatum,
} from 'd3-force'
import { useEffect, useRef, useState } from 'preact/hooks'
import { abbreviate, shorten } from '../../charts/axis-labels.ts'
import type { Graph, GraphNode } from './grow-graph.ts'

const WIDTH = 900
const HEIGHT = 520
const LABEL_CHARACTERS = 22
/** Steps of the simulation before the first picture, so that the nodes do not fly in. */
const FIRST_STEPS = 120

type Placed = GraphNode & SimulationNodeDatum
type Link = SimulationLinkDatum<Placed> & { weight: number }

function startSimulation(nodes: Placed[], links: Link[]): Simulation<Placed, Link> {
  return forceSimulation(nodes)
    .force(
      'link',
      forceLink<Placed, Link>(links)
        .id(({ id }) => id)
        .distance(({ weight }) => 150 - 40 * Math.min(1, weight / 20)),
    )
    .force('charge', forceManyBody().strength(-900))
    .force('collide', forceCollide(46))
    .force('x', forceX(WIDTH / 2).strength(0.04))
    .force('y', forceY(HEIGHT / 2).strength(0.13))
    .force('center', forceCenter(WIDTH / 2, HEIGHT / 2))
    .stop()
}

/** Keeps a place inside the picture. */
const clamp = (value: number | undefined, max: number) => Math.min(max - 24, Math.max(24, value ?? max / 2))

interface NetworkPictureProps {
  graph: Graph
  /** Entity in the middle. */
  centre: string
  expanded: readonly string[]
  expand: (id: string) => void
}

/** Places the nodes of a growing graph. Nodes keep their places when others are added. */
function usePlaces(graph: Graph) {
  const places = useRef(new Map<string, Placed>())
  const [, redraw] = useState(0)
  const simulation = useRef<Simulation<Placed, Link>>(undefined)
  const links = useRef<Link[]>([])
  useEffect(() => {
    for (const node of graph.nodes) if (!places.current.has(node.id)) places.current.set(node.id, { ...node })
    links.current = graph.edges.map((edge) => ({ ...edge }))
    const running = startSimulation([...places.current.values()], links.current)
    running.tick(FIRST_STEPS)
    simulation.current = running
    redraw((count) => count + 1)
    return () => void running.stop()
  }, [graph])
  const drag = (id: string, x: number, y: number) => {
    const node = places.current.get(id)
    if (!node) return
    node.fx = x
    node.fy = y
    simulation.current?.alpha(0.4).tick(3)
    redraw((count) => count + 1)
  }
  const release = (id: string) => {
    const node = places.current.get(id)
    if (node) Object.assign(node, { fx: null, fy: null })
  }
  return { nodes: [...places.current.values()], links: links.current, drag, release }
}

/** The network as a picture. A click on a node loads its neighbours; dragging moves it. */
export function NetworkPicture({ graph, centre, expanded, expand }: NetworkPictureProps) {
  const { nodes, links, drag, release } = usePlaces(graph)
  const [held, setHeld] = useState<{ id: string; isMoved: boolean }>()
  const heaviest = Math.max(1, ...links.map(({ weight }) => weight))
  const move = (event: PointerEvent & { currentTarget: SVGSVGElement }) => {
    if (!held) return
    const box = event.currentTarget.getBoundingClientRect()
    drag(
      held.id,
      ((event.clientX - box.left) / box.width) * WIDTH,
      ((event.clientY - box.top) / box.height) * HEIGHT,
    )
    setHeld({ id: held.id, isMoved: true })
  }
  const drop = () => {
    if (!held) return
    release(held.id)
    if (!held.isMoved && !expanded.includes(held.id)) expand(held.id)
    setHeld(undefined)
  }
  return (
    <svg
      class="network"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden="true"
      onPointerMove={move}
      onPointerUp={drop}
      onPointerLeave={drop}
    >
      {links.map(({ source, target, weight }) => {
        const from = source as Placed
        const to = target as Placed
        return (
          <line
            key={`${from.id} ${to.id}`}
            x1={clamp(from.x, WIDTH)}
            y1={clamp(from.y, HEIGHT)}
            x2={clamp(to.x, WIDTH)}
            y2={clamp(to.y, HEIGHT)}
            stroke-width={1 + (4 * weight) / heaviest}
          />
        )
      })}
      {nodes.map((node) => (
        <g
          key={node.id}
          class={`node node-${node.type.toLowerCase()} ${node.id === centre ? 'node-centre' : ''}`}
          data-entity={node.id}
          transform={`translate(${clamp(node.x, WIDTH)} ${clamp(node.y, HEIGHT)})`}
          onPointerDown={() => setHeld({ id: node.id, isMoved: false })}
        >
          <circle r={node.id === centre ? 13 : 9} class={expanded.includes(node.id) ? 'expanded' : ''} />
          <text y="24">{shorten(abbreviate(node.name), LABEL_CHARACTERS)}</text>
          <title>{node.name}</title>
        </g>
      ))}
    </svg>
  )
}
