import { useEffect, useState } from 'preact/hooks'
import { client } from '../../api/client.ts'
import { EntityNetworkDocument, type EntityNetworkQuery } from '../../api/generated/operations.ts'
import { describeFailure } from '../../api/use-data.ts'
import { Chart } from '../../charts/chart.tsx'
import { ChartPeriodContext } from '../../charts/chart-period.ts'
import { Failure, Skeleton } from '../../frame/states.tsx'
import { formatCount, formatDay } from '../../format.ts'
import { paths } from '../../paths.ts'
import { texts } from '../../texts/texts.ts'
import { EMPTY_GRAPH, growGraph, listNeighbours, type Graph } from './grow-graph.ts'
import type { Days } from '../../charts/periods.ts'
import { writeDays } from './network-days.ts'
import { NetworkPeriod } from './network-period.tsx'
import { NetworkPicture } from './network-picture.tsx'

const NEIGHBOURS = 24

const askFor = (id: string, { from, to }: Days) => ({
  id,
  limit: NEIGHBOURS,
  ...(from === '' ? {} : { dateFrom: from, dateTo: to }),
})

/** Loads the neighbours of one entity after the other into one graph. */
function useGraph(id: string, days: Days) {
  const [graph, setGraph] = useState<Graph>(EMPTY_GRAPH)
  const [failure, setFailure] = useState<string>()
  const [expanded, setExpanded] = useState<readonly string[]>([])
  const expand = async (entityId: string) => {
    setFailure(undefined)
    const result = await client
      .query<EntityNetworkQuery>(EntityNetworkDocument.toString(), askFor(entityId, days))
      .toPromise()
    if (result.error) setFailure(describeFailure(result.error))
    const network = result.data?.entityNetwork
    if (!network) return
    setGraph((known) => growGraph(known, network))
    setExpanded((known) => [...known, entityId])
  }
  useEffect(() => {
    void expand(id)
  }, [id])
  return { graph, failure, expanded, expand }
}

interface NeighbourListProps {
  graph: Graph
  id: string
  expanded: readonly string[]
  expand: (id: string) => void
}

/** The same network as a list, for keyboards and screen readers. */
function NeighbourList({ graph, id, expanded, expand }: NeighbourListProps) {
  return (
    <ol class="neighbours">
      {listNeighbours(graph, id)
        .slice(0, NEIGHBOURS)
        .map(({ node, weight }) => (
          <li key={node.id}>
            <a href={paths.entity(node.id)}>{node.name}</a>{' '}
            <small>
              {texts.entityTypes[node.type] ?? node.type} · {texts.entity.together(formatCount(weight))}
            </small>{' '}
            <button type="button" disabled={expanded.includes(node.id)} onClick={() => expand(node.id)}>
              {texts.entity.expand(node.name)}
            </button>
          </li>
        ))}
    </ol>
  )
}

/** What the colours of the points mean, for the types that the picture has. */
function Legend({ types }: { types: ReadonlySet<string> }) {
  return (
    <ul class="network-legend">
      {[...types].sort().map((type) => (
        <li key={type}>
          <svg class="network" viewBox="0 0 20 20" aria-hidden="true">
            <g class={`node-${type.toLowerCase()}`}>
              <circle cx={10} cy={10} r={8} />
            </g>
          </svg>
          {texts.entityTypes[type] ?? type}
        </li>
      ))}
    </ul>
  )
}

interface NetworkProps {
  id: string
  name: string
  /** Days of the articles that count. */
  days: Days
}

function DrawnNetwork({ id, name, days }: NetworkProps) {
  const { graph, failure, expanded, expand } = useGraph(id, days)
  const names = new Map(graph.nodes.map((node) => [node.id, node.name]))
  const grow = (entityId: string) => void expand(entityId)
  return (
    <Chart
      title={texts.entity.network(name)}
      help={texts.entity.networkHelp}
      fileName="rede"
      source={{ document: EntityNetworkDocument, variables: askFor(id, days) }}
      table={{
        columns: [texts.columns.entity, texts.columns.other, texts.columns.shared],
        rows: graph.edges.map(({ source, target, weight }) => [names.get(source), names.get(target), weight]),
      }}
    >
      {failure && <Failure text={failure} retry={() => grow(id)} />}
      {graph.nodes.length === 0 && expanded.length === 0 && !failure && <Skeleton lines={8} />}
      {graph.nodes.length === 0 && expanded.length > 0 && (
        <p>
          {days.from === ''
            ? texts.entity.alone
            : texts.entity.aloneInDays(formatDay(days.from), formatDay(days.to))}
        </p>
      )}
      {graph.nodes.length > 0 && (
        <>
          <Legend types={new Set(graph.nodes.map(({ type }) => type))} />
          <NetworkPicture graph={graph} centre={id} expanded={expanded} expand={grow} />
          <details>
            <summary>{texts.entity.list}</summary>
            <NeighbourList graph={graph} id={id} expanded={expanded} expand={grow} />
          </details>
        </>
      )}
    </Chart>
  )
}

/** With whom an entity appears in the articles of some days: a picture to drag and expand, and a list of the same. */
export function Network(props: NetworkProps) {
  const { id, days } = props
  const period = days.from === '' ? undefined : { ...days, path: writeDays(id, days) }
  return (
    <ChartPeriodContext.Provider value={period}>
      <NetworkPeriod id={id} days={days} />
      <DrawnNetwork key={`${id} ${days.from} ${days.to}`} {...props} />
    </ChartPeriodContext.Provider>
  )
}
