import * as account from './account.ts'
import * as connections from './connections.ts'
import * as contracts from './contracts.ts'
import * as documents from './documents.ts'
import * as functions from './functions.ts'
import * as options from './options.ts'
import * as queues from './queues.ts'
import type { Rule } from './rule.ts'
import * as site from './site.ts'
import * as stages from './stages.ts'
import * as values from './values.ts'
import * as wiring from './wiring.ts'

/** Rules for every stage, by their description. */
export const RULES: Record<string, Rule> = {
  'every handler is a function of every stage': functions.findHandlersLeftBehind,
  'every function bundles, with its export': functions.findBrokenBundles,
  'every function is linked to exactly the sections that its code loads': functions.findWrongLinks,
  'every function may do what it needs and nothing else': functions.findWrongRights,
  'functions are in the private network exactly when they use something in it': functions.findWrongPlaces,
  'no time-out is longer than Lambda takes': functions.findLongTimeouts,
  'no function gets new code before the migrations have run': functions.findCodeBeforeMigrations,
  'every queue has dead letters and hides a message long enough': queues.findUnsafeQueues,
  'every queue has one subscriber, which reports only failed items': queues.findLostSubscribers,
  'only production runs on schedules': stages.findStraySchedules,
  'every schedule is written in the grammar of the scheduler': stages.findInvalidSchedules,
  'data of production is protected against mistakes': stages.findUnprotected,
  'the database has room for every connection': stages.findTooManyConnections,
  'no server accepts more connections than its memory serves': stages.findOverbookedMemory,
  'subscriptions stream, and nothing else does': stages.findWrongStreams,
  'only the API is public, behind its firewall': stages.findPublicEntries,
  'the network lets through exactly the connections that the table allows': connections.findWrongConnections,
  'no store has a public address': connections.findPublicStores,
  'the database outlives a removal': options.findRemovableDatabases,
  'the stored objects outlive a removal': options.findRemovableBuckets,
  'the volume of the index outlives a removal': options.findRemovableVolumes,
  'the data of every search server is on its volume': contracts.findUnmountedVolumes,
  'a change of a boot script makes a new instance': options.findForgottenChanges,
  'no newer image replaces an instance by itself': options.findUnpinnedImages,
  'no image is one of a third party': options.findForeignImages,
  'every role carries the boundary of its stage': account.findUnboundedRoles,
  'the boundary leaves open what its stage makes': account.findForbiddenServices,
  'the boundary fits into the limit of IAM': account.findLongBoundaries,
  'doctor checks the quotas that the stages need': account.findWrongQuotaNeeds,
  'the script of the index waits for the device of its volume': contracts.findLostDevices,
  'a new key makes a new instance of the index': contracts.findSleepingKeys,
  'the index has one port': contracts.findWrongPorts,
  'every image is one of ARM': contracts.findWrongImages,
  'every instance is one of ARM, as its image': contracts.findWrongFamilies,
  'a changed migration runs': contracts.findSleepingMigrations,
  'every log is kept for a month at most': contracts.findLongLogs,
  'every function behind the gateway reserves its environments': contracts.findUnboundedEndpoints,
  'requests to S3 leave by their endpoint': contracts.findWrongEndpoints,
  'a replaced index is found within seconds': contracts.findSlowNames,
  'an alarm of a server begins when the server is gone': contracts.findSilentServers,
  'alarms read the dimensions that AWS publishes': contracts.findBlindAlarms,
  'the dashboard shows series that AWS publishes': contracts.findBlindWidgets,
  'functions run on the Node of the lockfile': contracts.findOtherNodes,
  'disks of instances are encrypted': contracts.findOpenDisks,
  'servers are of a size that AWS has': contracts.findUnknownSizes,
  'what has data or an address keeps its name': contracts.findRenamed,
  'a failure of the API shows a page of the site': contracts.findLostFailures,
  'old objects are removed': contracts.findKeptObjects,
  'policies are written in the language of IAM': documents.findWrongPolicies,
  'every instance has an alarm': contracts.findUnwatchedInstances,
  'every schedule is tried again': contracts.findHastySchedules,
  'pages ask for TLS for a year and more': contracts.findShortTls,
  'instances ask for tokens': contracts.findOpenMetadata,
  'the database takes minor versions by itself': contracts.findOldDatabases,
  'the groups of the firewall block': contracts.findIdleFirewalls,
  'every function with a link to the index has its address and its key': wiring.findEmptyLinks,
  'every function with a link to the database verifies its certificate': wiring.findUnverifiedDatabases,
  'reports of SES arrive': wiring.findLostMailEvents,
  'the site sends its content policy, and the API answers its pages': site.findLostSites,
  'the edge forwards the keys of editions': site.findLostKeys,
  'every volume is in the zone of its instance': contracts.findStrayVolumes,
  'what no setting changes has its value': values.findStrayValues,
  'alarms use series that are published': stages.findAlarmsWithoutSeries,
}
