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
import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { abbreviate, shorten } from '../../charts/axis-labels.ts'
import { formatCount } from '../../format.ts'
import { useNarrow } from '../../frame/use-narrow.ts'
import { listNeighbours, type Graph, type GraphNode } from './grow-graph.ts'
import { chooseNamed } from './named-nodes.ts'

/** Size of the picture in its own units. The page draws it smaller, but its letters at their full size. */
interface Size {
  width: number
  height: number
  labelCharacters: number
  /** Space for half of a label beside the outermost nodes. */
  margin: number
}
const WIDE: Size = { width: 900, height: 520, labelCharacters: 22, margin: 72 }
const NARROW: Size = { width: 460, height: 860, labelCharacters: 13, margin: 68 }
/** Size of names on the page, in CSS pixels. */
const LABEL_PX = 12
const NARROW_PAGE = '(max-width: 620px)'
/** Steps of the simulation before the first picture, so that the nodes do not fly in. */
const FIRST_STEPS = 120

type Placed = GraphNode & SimulationNodeDatum
type Link = SimulationLinkDatum<Placed> & { weight: number }

/** Returns how many units of the picture one CSS pixel has, also after its width changed. */
function useUnits(picture: RefObject<SVGSVGElement | null>, width: number): number {
  const [units, setUnits] = useState(1)
  useEffect(() => {
    const element = picture.current
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setUnits(width / entry.contentRect.width)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [width])
  return units
}

/** Part of the picture that the nodes take with the space around them. */
const FILLED = 0.6
/** Returns the radius of the space around a node, for its label: less where there are more nodes. */
const spaceOf = (nodes: number, area: number) =>
  Math.min(64, Math.max(36, Math.sqrt((FILLED * area) / (Math.PI * nodes))))

function startSimulation(nodes: Placed[], links: Link[], { width, height }: Size): Simulation<Placed, Link> {
  return forceSimulation(nodes)
    .force(
      'link',
      forceLink<Placed, Link>(links)
        .id(({ id }) => id)
        .distance(({ weight }) => 150 - 40 * Math.min(1, weight / 20)),
    )
    .force('charge', forceManyBody().strength(-900))
    .force('collide', forceCollide(spaceOf(nodes.length, width * height)))
    .force('x', forceX(width / 2).strength(width > height ? 0.04 : 0.13))
    .force('y', forceY(height / 2).strength(width > height ? 0.13 : 0.04))
    .force('center', forceCenter(width / 2, height / 2))
    .stop()
}

const EDGE = 34

/** Keeps a place inside the picture, with space for a label. */
const clamp = (value: number | undefined, max: number, margin = EDGE) =>
  Math.min(max - margin, Math.max(margin, value ?? max / 2))

interface NetworkPictureProps {
  graph: Graph
  /** Entity in the middle. */
  centre: string
  expanded: readonly string[]
  expand: (id: string) => void
}

/** Places the nodes of a growing graph. Nodes keep their places when others are added. */
function usePlaces(graph: Graph, size: Size) {
  const places = useRef(new Map<string, Placed>())
  const [, redraw] = useState(0)
  const simulation = useRef<Simulation<Placed, Link>>(undefined)
  const links = useRef<Link[]>([])
  useEffect(() => {
    for (const node of graph.nodes) if (!places.current.has(node.id)) places.current.set(node.id, { ...node })
    links.current = graph.edges.map((edge) => ({ ...edge }))
    const running = startSimulation([...places.current.values()], links.current, size)
    running.tick(FIRST_STEPS)
    simulation.current = running
    redraw((count) => count + 1)
    return () => void running.stop()
  }, [graph, size])
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

/** The number of articles that a node shares with the one in the middle; nothing for a node that shares none. */
function SharedCount({ articles, y }: { articles: number | undefined; y: number }) {
  if (articles === undefined) return null
  return (
    <text class="shared" x={13} y={y}>
      {formatCount(articles)}
    </text>
  )
}

interface NodesProps {
  nodes: readonly Placed[]
  /** Articles that each node shares with the one in the middle. */
  shared: ReadonlyMap<string, number>
  size: Size
  /** Size of letters, in units of the picture. */
  letterSize: number
  centre: string
  expanded: readonly string[]
  hold: (id: string) => void
}

/** The nodes with their numbers, and with the names that have space. The list below the picture has all names. */
function Nodes({ nodes, shared, size, letterSize, centre, expanded, hold }: NodesProps) {
  const { width, height, labelCharacters, margin } = size
  const drawn = nodes.map(({ id, type, name, x, y }) => ({
    id,
    type,
    name,
    label: shorten(abbreviate(name), labelCharacters),
    x: clamp(x, width, margin),
    y: clamp(y, height),
  }))
  const named = chooseNamed(
    drawn.map(({ id, x, y, label }) => ({ id, x, y, characters: label.length })),
    letterSize,
  )
  return (
    <>
      {drawn.map(({ id, type, name, label, x, y }) => (
        <g
          key={id}
          class={`node node-${type.toLowerCase()} ${id === centre ? 'node-centre' : ''}`}
          data-entity={id}
          transform={`translate(${x} ${y})`}
          onPointerDown={() => hold(id)}
        >
          <circle r={id === centre ? 13 : 9} class={expanded.includes(id) ? 'expanded' : ''} />
          {named.has(id) && <text y={12 + letterSize}>{label}</text>}
          <SharedCount articles={shared.get(id)} y={letterSize / 3} />
          <title>{name}</title>
        </g>
      ))}
    </>
  )
}

/** The network as a picture. A click on a node loads its neighbours; dragging moves it. */
export function NetworkPicture({ graph, centre, expanded, expand }: NetworkPictureProps) {
  const size = useNarrow(NARROW_PAGE) ? NARROW : WIDE
  const { width, height, margin } = size
  const picture = useRef<SVGSVGElement>(null)
  const units = Math.max(1, useUnits(picture, width))
  const { nodes, links, drag, release } = usePlaces(graph, size)
  const [held, setHeld] = useState<{ id: string; isMoved: boolean }>()
  const shared = new Map(listNeighbours(graph, centre).map(({ node, weight }) => [node.id, weight]))
  const heaviest = Math.max(1, ...links.map(({ weight }) => weight))
  const move = (event: PointerEvent & { currentTarget: SVGSVGElement }) => {
    if (!held) return
    const box = event.currentTarget.getBoundingClientRect()
    drag(
      held.id,
      ((event.clientX - box.left) / box.width) * width,
      ((event.clientY - box.top) / box.height) * height,
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
      ref={picture}
      class="network"
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      style={{ fontSize: `${LABEL_PX * units}px` }}
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
            x1={clamp(from.x, width, margin)}
            y1={clamp(from.y, height)}
            x2={clamp(to.x, width, margin)}
            y2={clamp(to.y, height)}
            stroke-width={1 + (4 * weight) / heaviest}
          />
        )
      })}
      <Nodes
        nodes={nodes}
        shared={shared}
        size={size}
        letterSize={LABEL_PX * units}
        centre={centre}
        expanded={expanded}
        hold={(id) => setHeld({ id, isMoved: false })}
      />
    </svg>
  )
}
