import { makeSearchServer } from './search-server.ts'
import type { Network } from './network.ts'
import type { Secrets } from './secrets.ts'
import type { StageSettings } from './stages/stage-settings.ts'
import type { SharedByStaging } from './shared-by-staging.ts'

export interface Search {
  url: $util.Input<string>
  /** Addresses of all nodes of an external index, separated by commas. Empty: `url` is the only node. */
  nodes: $util.Input<string>
  /** Certificate (PEM) that the functions trust for the index. Empty where a public authority signed it. */
  ca: $util.Input<string>
  /**
   * Alias of the live collection. A preview's alias contains its stage, so that a preview never changes staging's
   * documents.
   */
  collection: string
  /** ID of the stage's own instance. */
  instanceId?: $util.Output<string>
}

/** The search index: our own instance, an external one, or, in a preview, the index of staging. */
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
    }
  const { search, region } = settings
  if (search.kind === 'external')
    return { url: search.nodes[0], nodes: search.nodes.join(','), ca: '', collection: 'news' }
  return { ...makeSearchServer({ stage, search, region, secrets, network }), nodes: '', collection: 'news' }
}
