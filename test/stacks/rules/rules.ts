import {
  findBrokenBundles,
  findCodeBeforeMigrations,
  findHandlersLeftBehind,
  findLongTimeouts,
  findWrongLinks,
  findWrongPlaces,
  findWrongRights,
  type Rule,
} from './functions.ts'
import { findPublicStores, findWrongConnections } from './connections.ts'
import {
  findForgottenChanges,
  findRemovableData,
  findUnmountedVolumes,
  findUnpinnedImages,
} from './options.ts'
import {
  findForbiddenServices,
  findLongBoundaries,
  findUnboundedRoles,
  findWrongQuotaNeeds,
} from './account.ts'
import { findLostSubscribers, findUnsafeQueues } from './queues.ts'
import {
  findAlarmsWithoutSeries,
  findPublicEntries,
  findStraySchedules,
  findOverbookedMemory,
  findTooManyConnections,
  findUnprotected,
  findInvalidSchedules,
  findWrongStreams,
} from './stages.ts'

import * as contracts from './contracts.ts'
import { findLostSites } from './site.ts'
import {
  findEmptyLinks,
  findLostMailEvents,
  findMuteSchedules,
  findShortRoutes,
  findStrayVolumes,
  findUnverifiedDatabases,
} from './wiring.ts'

/** Rules for every stage, by their description. */
export const RULES: Record<string, Rule> = {
  'every handler is a function of every stage': findHandlersLeftBehind,
  'every function bundles, with its export': findBrokenBundles,
  'every function is linked to exactly the sections that its code loads': findWrongLinks,
  'every function may do what it needs and nothing else': findWrongRights,
  'functions are in the private network exactly when they use something in it': findWrongPlaces,
  'no time-out is longer than Lambda takes': findLongTimeouts,
  'no function gets new code before the migrations have run': findCodeBeforeMigrations,
  'every queue has dead letters and hides a message long enough': findUnsafeQueues,
  'every queue has one subscriber, which reports only failed items': findLostSubscribers,
  'only production runs on schedules': findStraySchedules,
  'every schedule is written in the grammar of the scheduler': findInvalidSchedules,
  'data of production is protected against mistakes': findUnprotected,
  'the database has room for every connection': findTooManyConnections,
  'no server accepts more connections than its memory serves': findOverbookedMemory,
  'subscriptions stream, and nothing else does': findWrongStreams,
  'only the API is public, behind its firewall': findPublicEntries,
  'the network lets through exactly the connections that the table allows': findWrongConnections,
  'no store has a public address': findPublicStores,
  'the volume of the index and the database outlive a removal': findRemovableData,
  'the data of every search server is on its volume': findUnmountedVolumes,
  'a change of a boot script makes a new instance': findForgottenChanges,
  'no newer image replaces an instance by itself': findUnpinnedImages,
  'every role carries the boundary of its stage': findUnboundedRoles,
  'the boundary leaves open what its stage makes': findForbiddenServices,
  'the boundary fits into the limit of IAM': findLongBoundaries,
  'doctor checks the quotas that the stages need': findWrongQuotaNeeds,
  'the script of the index waits for the device of its volume': contracts.findLostDevices,
  'the index has one port': contracts.findWrongPorts,
  'every image fits the family of its instance': contracts.findWrongImages,
  'a changed migration runs': contracts.findSleepingMigrations,
  'every log is kept for a month at most': contracts.findLongLogs,
  'every function behind the gateway reserves its environments': contracts.findUnboundedEndpoints,
  'requests to S3 leave by their endpoint': contracts.findWrongEndpoints,
  'a replaced index is found within seconds': contracts.findSlowNames,
  'an alarm of a server begins when the server is gone': contracts.findSilentServers,
  'every instance has an alarm': contracts.findUnwatchedInstances,
  'every schedule is tried again': contracts.findHastySchedules,
  'pages, database and firewall keep their defences': contracts.findWeakDefences,
  'every function with a link to the index has its address and its key': findEmptyLinks,
  'every function with a link to the database verifies its certificate': findUnverifiedDatabases,
  'the gateway waits for a stream as long as its function may run': findShortRoutes,
  'reports of SES arrive': findLostMailEvents,
  'every schedule may send its message': findMuteSchedules,
  'the site sends its content policy, and the API answers its pages': findLostSites,
  'every volume is in the zone of its instance': findStrayVolumes,
  'alarms use series that are published': findAlarmsWithoutSeries,
}
