import type { Database } from './database.ts'
import type { Network } from './network.ts'
import type { Search } from './search.ts'
import type { SharedByStaging, SharedValue } from './shared-by-staging.ts'

/** One entry in the parameter store, so that nobody copies ids by hand. It contains no secret. */
const parameterName = () => `/${$app.name}/staging/shared`

interface Lent {
  network: Network
  database: Database
  search: Search
}

export function publishShared({ network, database, search }: Lent) {
  return new aws.ssm.Parameter('SharedWithPreviews', {
    name: parameterName(),
    type: 'String',
    description: 'What previews borrow from staging',
    value: $jsonStringify({
      privateSubnets: network.privateSubnets,
      securityGroups: network.securityGroups,
      outboundSecurityGroups: network.outboundSecurityGroups,
      databaseId: database.serverId,
      searchUrl: search.url,
      searchNodes: search.nodes,
      searchCa: search.ca,
    }),
  })
}

/** Fails the deployment when staging is not deployed in the same account and region. */
export const readShared = (): SharedByStaging =>
  aws.ssm.getParameterOutput({ name: parameterName() }).value.apply((text) => JSON.parse(text) as SharedValue)
