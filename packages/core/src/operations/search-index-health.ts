import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { text } from 'node:stream/consumers'
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics'
import type { Config } from '@pauta/platform/config/config'

/** What the job that measures asks of the index. The client of searches would double the memory of that job. */
const TIMEOUT_MS = 5000
const HTTP_OK = 200

export interface IndexHealth {
  /** False when a node is not ready or gives no answer. */
  isHealthy: boolean
  /** Hosts, with ports, of the nodes that are not ready or give no answer. */
  sickNodes: readonly string[]
  /** Free shares of the fullest node, in percent; absent when no node gives them. */
  usage: IndexUsage | undefined
}

interface IndexUsage {
  freeDiskPercent: number
  freeMemoryPercent: number
}

type IndexConfig = Config<'index'>['index']

/** Typesense gives bytes as text. The disk is the one that the data folder is on. */
type UsageBytes = Record<`system_${'disk' | 'memory'}_${'total' | 'used'}_bytes`, string>

const freePercent = (total: string, used: string) => (1 - Number(used) / Number(total)) * 100

/** Returns the free shares that a node reports. */
function describeUsage(bytes: UsageBytes): IndexUsage {
  return {
    freeDiskPercent: freePercent(bytes.system_disk_total_bytes, bytes.system_disk_used_bytes),
    freeMemoryPercent: freePercent(bytes.system_memory_total_bytes, bytes.system_memory_used_bytes),
  }
}

/** Returns the body of an answer with status 200; undefined for any other answer and for none. */
async function findAnswer(url: URL, { key, ca }: IndexConfig): Promise<string | undefined> {
  const isSecure = url.protocol === 'https:'
  const options = { headers: { 'x-typesense-api-key': key }, signal: AbortSignal.timeout(TIMEOUT_MS) }
  return await new Promise((resolve) => {
    const request = isSecure ? requestHttps(url, { ...options, ca }) : requestHttp(url, options)
    request.once('error', () => resolve(undefined))
    request.once('response', (response) => {
      text(response).then(
        (body) => resolve(response.statusCode === HTTP_OK ? body : undefined),
        () => resolve(undefined),
      )
    })
    request.end()
  })
}

async function measureNode(node: string, config: IndexConfig): Promise<IndexHealth> {
  const base = new URL(node.endsWith('/') ? node : `${node}/`)
  const [health, metrics] = await Promise.all([
    findAnswer(new URL('health', base), config),
    findAnswer(new URL('metrics.json', base), config),
  ])
  return {
    isHealthy: health !== undefined,
    sickNodes: health === undefined ? [base.host] : [],
    usage: metrics === undefined ? undefined : describeUsage(JSON.parse(metrics) as UsageBytes),
  }
}

/** Asks every node of the index for its health, its disk and its memory. Counts a node without an answer as sick. */
export async function measureIndex(config: IndexConfig): Promise<IndexHealth> {
  const nodes = config.nodes.length > 0 ? config.nodes : [config.url]
  const measured = await Promise.all(nodes.map((node) => measureNode(node, config)))
  const usages = measured.flatMap(({ usage }) => (usage ? [usage] : []))
  return {
    isHealthy: measured.every(({ isHealthy }) => isHealthy),
    sickNodes: measured.flatMap(({ sickNodes }) => sickNodes),
    usage:
      usages.length === 0
        ? undefined
        : {
            freeDiskPercent: Math.min(...usages.map(({ freeDiskPercent }) => freeDiskPercent)),
            freeMemoryPercent: Math.min(...usages.map(({ freeMemoryPercent }) => freeMemoryPercent)),
          },
  }
}

/** Writes up to three series to the log in CloudWatch's embedded metric format. Shares are in percent. */
export function publishIndexMetrics(
  stage: string,
  { isHealthy, usage }: Omit<IndexHealth, 'sickNodes'>,
): void {
  const metrics = new Metrics({
    namespace: 'Pauta',
    serviceName: 'index',
    defaultDimensions: { stage },
  })
  metrics.addMetric('SearchHealthy', MetricUnit.Count, isHealthy ? 1 : 0)
  if (usage) {
    metrics
      .addMetric('SearchFreeDisk', MetricUnit.Percent, usage.freeDiskPercent)
      .addMetric('SearchFreeMemory', MetricUnit.Percent, usage.freeMemoryPercent)
  }
  metrics.publishStoredMetrics()
}
