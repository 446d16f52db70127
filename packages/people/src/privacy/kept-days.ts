/** Days for which the job `purge` keeps what is stored about people. The privacy notice states them. */
export const KEPT_DAYS = {
  /** Longer than the window of any limit of actions. */
  actions: 2,
  /** Addresses in the ledger of deliveries; then their hash takes their place. */
  addresses: 90,
  /** Half a year of sends, for questions and statistics; daily limits need one day. */
  deliveries: 180,
  /** Two years of readable digests: about 700 releases of a daily clipping. */
  releases: 730,
  /** A year in which the links of sent messages still work after the clipping was deleted. */
  endedReleases: 365,
} as const
