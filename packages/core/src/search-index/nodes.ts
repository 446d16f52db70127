import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Config } from '@pauta/platform/config/config'
import { Client } from 'typesense'

/** The engine's own limit of a search is shorter than the client's, so that its answer still arrives. */
const CUTOFF_MARGIN_SECONDS = 0.4

/**
 * With one node, longer than the 5 s of a search, which must end the search first: the client retries after its own
 * time-out.
 */
const SINGLE = { readSeconds: 6, cutoffMs: 4_500 }
/** With several nodes, two attempts must fit into the 5 s of a search: a node that does not answer costs the first. */
const SEVERAL = { readSeconds: 2.4, cutoffMs: (2.4 - CUTOFF_MARGIN_SECONDS) * 1000 }

/** An import of 5,000 documents needs it. */
const WRITE_TIMEOUT_SECONDS = 120
const RETRY_INTERVAL_SECONDS = 0.1
/** Seconds for which the client sends no further request to a node that failed. */
const SICK_NODE_SECONDS = 30

/** The section `index`; an index of one node needs no list of nodes. */
export type IndexAddress = Omit<Config<'index'>['index'], 'nodes'> & { nodes?: readonly string[] }

interface Node {
  protocol: string
  host: string
  port: number
  path: string
}

/** The clients of one index. Every node answers searches, and forwards writes to the leader of the cluster. */
export interface IndexNodes {
  reader: Client
  writer: Client
  /** The engine's limit of a search in milliseconds. */
  searchCutoffMs: number
}

function parseNode(url: string): Node {
  const { protocol, hostname, port, pathname } = new URL(url)
  const secure = protocol === 'https:'
  return {
    protocol: protocol.slice(0, -1),
    host: hostname,
    port: Number(port) || (secure ? 443 : 80),
    path: pathname === '/' ? '' : pathname,
  }
}

/**
 * Opens no connection: each call connects over kept-alive connections. Requests go to the nodes in turn. After a
 * connection error, a time-out or a 5xx the client asks the next node, and leaves the failed node out for 30 s.
 */
export function openNodes({ url, nodes = [], key, ca }: IndexAddress): IndexNodes {
  const urls = nodes.length === 0 ? [url] : nodes
  const limits = urls.length > 1 ? SEVERAL : SINGLE
  const shared = {
    nodes: urls.map(parseNode),
    apiKey: key,
    // Each node once more after the first attempt.
    numRetries: Math.max(1, urls.length - 1),
    retryIntervalSeconds: RETRY_INTERVAL_SECONDS,
    healthcheckIntervalSeconds: SICK_NODE_SECONDS,
    logLevel: 'silent' as const,
    httpAgent: new HttpAgent({ keepAlive: true }),
    httpsAgent: new HttpsAgent({ keepAlive: true, ca }),
  }
  return {
    reader: new Client({ ...shared, connectionTimeoutSeconds: limits.readSeconds }),
    writer: new Client({ ...shared, connectionTimeoutSeconds: WRITE_TIMEOUT_SECONDS }),
    searchCutoffMs: limits.cutoffMs,
  }
}
