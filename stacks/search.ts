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
  /** Address of a second server that takes over from the first. Empty where there is none. */
  secondUrl: $util.Input<string>
  /** Where the stage runs its own servers. */
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
      secondUrl: shared.searchSecondUrl,
    }
  const { search } = settings
  if (search.kind === 'cloud')
    return {
      url: search.url,
      nodes: (search.nodes ?? []).join(','),
      ca: '',
      collection: 'news',
      secondUrl: '',
    }
  const surroundings = { stage, region: settings.region, secrets, network }
  const served =
    search.kind === 'single'
      ? makeSingleServer({ ...surroundings, search })
      : makeCluster({ ...surroundings, search })
  return { secondUrl: '', ...served, collection: 'news' }
}
