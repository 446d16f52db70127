import { makeCluster } from './search-cluster.ts'
import { makeSingleServer } from './search-single.ts'
import type { ServedIndex } from './search-servers.ts'
import type { Network } from './network.ts'
import type { Secrets } from './secrets.ts'
import type { StageSettings } from './settings.ts'
import type { SharedByStaging } from './shared-by-staging.ts'

export interface Search {
  url: $util.Input<string>
  /** Addresses of all nodes of a cluster, separated by commas. Empty: `url` is the only node. */
  nodes: $util.Input<string>
  /** Certificate (PEM) that the functions trust for the index. Empty where a public authority signed it. */
  ca: $util.Input<string>
  /**
   * Alias of the live collection. A preview's alias contains its stage, so that a preview never changes staging's
   * documents.
   */
  collection: string
  /** Ids of our own instances, where this stage has some. */
  instanceIds: readonly $util.Output<string>[]
  /** Creates the instances of a cluster; see search-cluster.ts. */
  start?: ServedIndex['start']
}

/** The search index: our own instances, a Typesense Cloud cluster, or, in a preview, the index of staging. */
export function makeSearch(
  stage: string,
  settings: StageSettings,
  secrets: Secrets,
  network: Network,
  shared: SharedByStaging | undefined,
): Search {
  if (shared)
    return {
      url: shared.searchUrl,
      nodes: shared.searchNodes,
      ca: shared.searchCa,
      collection: `${stage}_news`,
      instanceIds: [],
    }
  const { search } = settings
  if (search.kind === 'cloud')
    return {
      url: search.url,
      nodes: (search.nodes ?? []).join(','),
      ca: '',
      collection: 'news',
      instanceIds: [],
    }
  const server = { stage, search, region: settings.region, secrets, network }
  return {
    ...(search.kind === 'single' ? makeSingleServer(server) : makeCluster(server)),
    collection: 'news',
  }
}
