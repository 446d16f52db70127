/** Resources of staging that every preview uses. */
export interface SharedByStaging {
  privateSubnets: $util.Output<string[]>
  securityGroups: $util.Output<string[]>
  outboundSecurityGroups: $util.Output<string[]>
  databaseId: $util.Output<string>
  searchUrl: $util.Output<string>
  /** Addresses of all nodes, separated by commas, where staging's index is external. */
  searchNodes: $util.Output<string>
  /** The certificate of staging's index. Empty where the index is external. */
  searchCa: $util.Output<string>
}
