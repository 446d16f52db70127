/** What staging lends to every preview. */
export interface SharedByStaging {
  privateSubnets: $util.Output<string[]>
  securityGroups: $util.Output<string[]>
  outboundSecurityGroups: $util.Output<string[]>
  databaseId: $util.Output<string>
  searchUrl: $util.Output<string>
  /** The certificate of staging's index; empty where that is a cluster elsewhere. */
  searchCa: $util.Output<string>
}
