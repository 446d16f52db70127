import { jobs } from '../../functions/jobs/jobs.ts'
import { workers } from '../../functions/workers/workers.ts'
import { DELIVERY_CHANNELS, STEPS } from '../objectives.ts'
import { CLUSTER_NODES } from '../search-cluster-nodes.ts'
import type { StageSettings } from '../settings.ts'

/** What a stage has of the things that AWS charges by the piece. A test compares every number with the graph. */
export interface Parts {
  alarms: number
  /** Queues that Lambda polls. */
  polledQueues: number
  natInstances: number
  natGateways: number
  /** Public addresses: elastic ones of the way out, and that of a bastion beside managed gateways. */
  publicAddresses: number
  databaseServers: number
  searchServers: number
  /** Addresses registered under private names. */
  registrations: number
  /** Secrets of Secrets Manager. */
  secrets: number
  firewallRules: number
}

/** Series of our own that the sweep publishes. */
export const SERIES = 38

/** Zones of the network: one for each node of a search cluster, two otherwise. */
export const countZones = ({ search }: Pick<StageSettings, 'search'>): number =>
  search.kind === 'cluster' ? CLUSTER_NODES.length : 2

export function countDatabaseServers({
  database: { kind, aurora },
}: Pick<StageSettings, 'database'>): number {
  return kind === 'aurora' ? 1 + aurora.standbys : 1
}

export function countSearchServers({ search }: Pick<StageSettings, 'search'>): number {
  if (search.kind === 'cloud') return 0
  if (search.kind === 'cluster') return CLUSTER_NODES.length
  return search.second ? 2 : 1
}

/** As alarms.ts makes them. */
function countAlarms({ database, search, schedules }: StageSettings): number {
  const deadLetters = workers.length + jobs.filter(({ targets }) => !targets).length
  const api = 3
  const databaseAlarms = database.kind === 'aurora' ? 1 : 2
  const servers = search.kind === 'cloud' ? 0 : search.kind === 'cluster' ? CLUSTER_NODES.length : 1
  const always = deadLetters + api + databaseAlarms + servers
  if (!schedules) return always
  const index = search.kind === 'cloud' ? 1 : 3
  const timeToSearch = 1
  const digests = 2
  const sites = 3
  return always + index + STEPS.length + timeToSearch + DELIVERY_CHANNELS.length + digests + sites
}

/** Each single server has a name of its own, and the index has one more. */
function countRegistrations({ search }: StageSettings): number {
  const servers = countSearchServers({ search })
  return search.kind === 'single' ? servers + 1 : servers
}

/** Counts the parts of a stage that has a network of its own. */
export function countParts(settings: StageSettings): Parts {
  const { nat, database, firewall } = settings
  const zones = countZones(settings)
  const isManaged = nat.kind === 'managed'
  return {
    alarms: countAlarms(settings),
    polledQueues: workers.length + jobs.length,
    natInstances: isManaged ? 0 : zones,
    natGateways: isManaged ? zones : 0,
    publicAddresses: zones + (isManaged ? 1 : 0),
    databaseServers: countDatabaseServers({ database }),
    searchServers: countSearchServers(settings),
    registrations: countRegistrations(settings),
    // The password of the database.
    secrets: 1,
    // AWS's groups of rules, and the limit of an address.
    firewallRules: firewall ? 3 : 0,
  }
}
