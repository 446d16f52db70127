/** Resources of staging that every preview uses. */
export interface SharedByStaging {
  privateSubnets: $util.Output<string[]>
  securityGroups: $util.Output<string[]>
  outboundSecurityGroups: $util.Output<string[]>
  databaseId: $util.Output<string>
  searchUrl: $util.Output<string>
  /** Addresses of all nodes, separated by commas, where staging has a cluster. */
  searchNodes: $util.Output<string>
  /** The certificate of staging's index. Empty where a cluster elsewhere is the index. */
  searchCa: $util.Output<string>
  /** Address of a second server that takes over. Empty when there is none. */
  searchSecondUrl: $util.Output<string>
  /** Address of staging's own embedding service. Empty when staging uses another one. */
  embeddingUrl: $util.Output<string>
}
