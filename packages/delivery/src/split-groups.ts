import type { ClaimedDelivery } from './ledger/claim.ts'

/** Releases in one group: each may have some hundred kilobytes. */
const RELEASES_PER_GROUP_MAX = 10

/** Splits rows, sorted by release, into groups of at most `groupSize` rows and ten releases. */
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
