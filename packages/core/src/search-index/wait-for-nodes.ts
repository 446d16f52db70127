import { setTimeout as delay } from 'node:timers/promises'
import { unavailable } from '@pauta/platform/errors'
import { connectSearchIndex } from './client.ts'
import type { IndexAddress } from './nodes.ts'

export interface NodeWaiting {
  /** Addresses of the nodes that must become healthy. The others only show whether the cluster runs. */
  waitFor: readonly string[]
  /** Milliseconds after which the nodes count as down. */
  limitMs: number
  /** Milliseconds between two questions. */
  intervalMs: number
  /** Called with the nodes that are not healthy yet. */
  onWait?: (sick: readonly string[]) => void
}

/** `joined`: the nodes are healthy. `first-start`: no other node exists yet, so there is nothing to wait for. */
export type NodeState = 'joined' | 'first-start'

type Health = 'healthy' | 'sick' | 'silent'

/** A node that answers 503 is there: it loads its documents, or finds no majority of its cluster. */
async function askHealth(address: IndexAddress, url: string): Promise<Health> {
  try {
    return (await connectSearchIndex({ ...address, url, nodes: [] }).isHealthy()) ? 'healthy' : 'sick'
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    return cause instanceof Error && 'httpStatus' in cause && cause.httpStatus !== undefined
      ? 'sick'
      : 'silent'
  }
}

/**
 * Waits until nodes of a cluster are healthy, so that a deployment replaces one node after the other. A cluster of three
 * answers as long as two of its nodes are healthy. Throws SERVICE_UNAVAILABLE with the sick nodes after the limit.
 */
export async function waitForNodes(
  address: IndexAddress,
  { waitFor, limitMs, intervalMs, onWait }: NodeWaiting,
): Promise<NodeState> {
  const nodes = address.nodes ?? []
  const others = nodes.filter((url) => !waitFor.includes(url))
  const witnesses = others.length > 0 ? others : nodes
  const end = performance.now() + limitMs
  for (;;) {
    const health = new Map(
      await Promise.all(nodes.map(async (url) => [url, await askHealth(address, url)] as const)),
    )
    const sick = waitFor.filter((url) => health.get(url) !== 'healthy')
    if (sick.length === 0) return 'joined'
    if (witnesses.every((url) => health.get(url) === 'silent')) return 'first-start'
    if (performance.now() + intervalMs > end)
      throw unavailable('search-index', new Error(`not healthy for ${limitMs} ms: ${sick.join(', ')}`))
    onWait?.(sick)
    await delay(intervalMs)
  }
}
