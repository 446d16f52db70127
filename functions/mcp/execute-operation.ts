import type { ExecuteOperation } from '@pauta/syndication/mcp/operation'
import type { Config } from '@pauta/platform/config/config'
import type { Logger } from '@pauta/platform/telemetry/logger'
import { openServices } from '../graphql/open-services.ts'
import { makeContext } from '../graphql/request/context.ts'
import { withGate } from '../graphql/request/concurrency-gate.ts'
import { resolveViewer } from '../graphql/request/viewer.ts'
import { makeServer } from '../graphql/server.ts'
import type { mcp } from './endpoint.ts'

/** A tool executes one operation at a time, of few fields. */
const DATABASE_CONNECTIONS = 1
/** No tool asks for alerts, the only operation that is limited by network. */
const CLIENT_NETWORK = 'mcp'

/**
 * Returns a function that makes executors for callers. An executor runs operations on the GraphQL server of the API, with
 * its price limit, access checks, rate limits, masked errors and log fields.
 */
export function openExecutors(
  config: Config<(typeof mcp.config)[number]>,
  logger: Logger,
): (authorization: string | undefined) => ExecuteOperation {
  const { services, verifiers } = openServices(config, { logger, databaseConnections: DATABASE_CONNECTIONS })
  const server = makeServer({ logger })
  return (authorization) => {
    // One request reads the viewer once, however many operations its tool executes.
    const viewer = resolveViewer(authorization, verifiers)
    return ({ query, variables }) =>
      withGate(async (gate) => {
        const contextValue = makeContext(services, {
          viewer: await viewer,
          now: new Date(),
          clientNetwork: CLIENT_NETWORK,
          gate,
        })
        const { body } = await server.executeOperation({ query, variables }, { contextValue })
        if (body.kind !== 'single') throw new Error('The GraphQL server answered in parts')
        return body.singleResult
      })
  }
}
