/** Resources of staging that every preview uses. */
export interface SharedValue {
  privateSubnets: string[]
  securityGroups: string[]
  outboundSecurityGroups: string[]
  databaseId: string
  searchUrl: string
  /** Addresses of all nodes, separated by commas, where staging's index is external. */
  searchNodes: string
  /** The certificate of staging's index. Empty where the index is external. */
  searchCa: string
}
export type SharedByStaging = $util.Output<SharedValue>
