import { loadConfig } from '@pauta/platform/config/config'
import { createLogger } from '@pauta/platform/telemetry/logger'
import { waitForNodes, type NodeState } from '@pauta/core/search-index/wait-for-nodes'
import * as z from 'zod'

const config = loadConfig('settings', 'index')
const logger = createLogger({ level: config.settings.logLevel, fields: { function: 'wait-for-nodes' } })

/** Below the time-out of the function, so that the error names the nodes. */
const LIMIT_MS = 870_000
const INTERVAL_MS = 5_000

const requestSchema = z.object({ waitFor: z.array(z.url()).min(1) })

/** Runs during a deployment, between the nodes of a search cluster: the next node is replaced when this one answers. */
export const handler = async (event: unknown): Promise<{ state: NodeState }> => {
  const { waitFor } = requestSchema.parse(event)
  const state = await waitForNodes(config.index, {
    waitFor,
    limitMs: LIMIT_MS,
    intervalMs: INTERVAL_MS,
    onWait: (sick) => logger.info({ sick }, 'nodes of the index are not healthy yet'),
  })
  logger.info({ waitFor, state }, 'nodes of the index')
  return { state }
}
