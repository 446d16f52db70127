import type { Database } from './database.ts'
import type { Network } from './network.ts'
import type { Search } from './search.ts'
import type { SharedByStaging } from './shared-by-staging.ts'

interface SharedValue {
  privateSubnets: string[]
  securityGroups: string[]
  outboundSecurityGroups: string[]
  databaseId: string
  searchUrl: string
  searchNodes: string
  searchCa: string
}

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

/** Throws when staging is not deployed in the same account and region. */
export function readShared(): SharedByStaging {
  const parameter = aws.ssm.getParameterOutput({ name: parameterName() })
  const value = parameter.value.apply((text) => JSON.parse(text) as SharedValue)
  return {
    privateSubnets: value.privateSubnets,
    securityGroups: value.securityGroups,
    outboundSecurityGroups: value.outboundSecurityGroups,
    databaseId: value.databaseId,
    searchUrl: value.searchUrl,
    searchNodes: value.searchNodes,
    searchCa: value.searchCa,
  }
}
