import type { ClaimedDelivery } from './ledger/claim.ts'

/** Releases of one group: each may be some hundred kilobytes. */
const RELEASES_PER_GROUP_MAX = 10

/** Rows, which come in the order of their releases, in groups of at most so many rows and of ten releases. */
export function splitGroups<Row extends Pick<ClaimedDelivery, 'releaseId'>>(
  deliveries: readonly Row[],
  groupSize: number,
): Row[][] {
  const groups: Row[][] = []
  let group: Row[] = []
  const releases = new Set<string | null>()
  for (const delivery of deliveries) {
    releases.add(delivery.releaseId)
    if (group.length === groupSize || releases.size > RELEASES_PER_GROUP_MAX) {
      groups.push(group)
      group = []
      releases.clear()
      releases.add(delivery.releaseId)
    }
    group.push(delivery)
  }
  if (group.length > 0) groups.push(group)
  return groups
}
