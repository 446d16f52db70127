import { readDatabaseAuthorities } from './database-authorities.ts'
import { makeDatabaseProxy } from './database-proxy.ts'
import type { Network } from './network.ts'
import { type StageSettings, stageKindOf } from './settings.ts'
import type { SharedByStaging } from './shared-by-staging.ts'

/** RDS offers pgvector for this version. The embedded PostgreSQL of the local stack has the same major version. */
const POSTGRES_VERSION = '18'
/** The newest version that Aurora had when this was written. The migrations use nothing of version 18. */
const AURORA_VERSION = '17.6'
const BACKUP_DAYS = { production: 14, staging: 3 }

export interface Database {
  /** Identifier of the server, for previews and for what is measured; of the cluster with Aurora. */
  serverId: $util.Output<string>
  properties: {
    host: $util.Output<string>
    port: $util.Output<number>
    username: $util.Output<string>
    password: $util.Output<string>
    database: $util.Input<string>
    tls: 'verify-full'
    /** Authorities (PEM) that sign the certificate of the server and of the proxy. */
    ca: string
    /** Host of the server itself behind a proxy; empty without a proxy. */
    directHost: $util.Input<string>
  }
}

/** The database of a long-lived stage. A preview is a database on staging's server. */
export function makeDatabase(
  stage: string,
  settings: StageSettings,
  network: Network,
  shared: SharedByStaging | undefined,
): Database {
  const ca = readDatabaseAuthorities(settings.region, settings.database.proxy)
  if (shared) {
    const server = sst.aws.Postgres.get('Postgres', { id: shared.databaseId })
    return describe(server, { database: `pauta_${stage.replaceAll('-', '_')}`, directHost: '', ca })
  }
  const { vpc } = network
  if (!vpc) throw new Error('A database server needs a stage with its own network.')
  const { kind, proxy } = settings.database
  const server = kind === 'aurora' ? makeAurora(stage, settings, vpc) : makeServer(stage, settings, vpc)
  if (!proxy) return describe(server, { database: server.database, directHost: '', ca })
  const host = makeDatabaseProxy({ vpc, secretArn: server.secretArn, target: server.target })
  return describe({ ...server, host }, { database: server.database, directHost: server.host, ca })
}

/** What each kind of server has. */
interface Server {
  id: $util.Output<string>
  host: $util.Output<string>
  port: $util.Output<number>
  username: $util.Output<string>
  password: $util.Output<string>
}

const describe = (
  { id, host, port, username, password }: Server,
  rest: Pick<Database['properties'], 'database' | 'directHost' | 'ca'>,
): Database => ({
  serverId: id,
  properties: { host, port, username, password, tls: 'verify-full', ...rest },
})

/** Backups and protection are the same for a server and for a cluster. */
function keep(stage: string) {
  const production = stageKindOf(stage) === 'production'
  return {
    allowMajorVersionUpgrade: false,
    backupRetentionPeriod: production ? BACKUP_DAYS.production : BACKUP_DAYS.staging,
    deletionProtection: production,
    skipFinalSnapshot: !production,
    ...(production && { finalSnapshotIdentifier: `${$app.name}-${stage}-last` }),
  }
}

/**
 * Takes a restored server into the state in place of the one that was removed from it. AWS does not return the password
 * and no value for the other removed options, so Pulumi cannot compare them.
 */
function adopt(identifier: string, args: aws.rds.InstanceArgs, options: $util.CustomResourceOptions): void {
  args.identifier = identifier
  options.import = identifier
  options.ignoreChanges = [...(options.ignoreChanges ?? []), ...UNREADABLE]
}

/** Inputs that are not read back from AWS. */
const UNREADABLE = [
  'allowMajorVersionUpgrade',
  'applyImmediately',
  'blueGreenUpdate',
  'dbName',
  'finalSnapshotIdentifier',
  'password',
  'skipFinalSnapshot',
]

const connectionLimit = ({ database }: StageSettings) => ({
  name: 'max_connections',
  value: String(database.maxConnections),
  applyMethod: 'pending-reboot',
})
const TLS_ONLY = { name: 'rds.force_ssl', value: '1' }

/** SST names the secret with the password in a tag of the server. */
function readSecret(tags: $util.Output<Record<string, string> | undefined>, tag: string) {
  return tags.apply((all) => {
    const arn = all?.[tag]
    if (!arn) throw new Error(`SST no longer sets the tag ${tag} of the database.`)
    return arn
  })
}

function makeServer(stage: string, settings: StageSettings, vpc: sst.aws.Vpc) {
  const { kind, instance, storageGb, maxStorageGb } = settings.database
  const server = new sst.aws.Postgres('Postgres', {
    vpc,
    version: POSTGRES_VERSION,
    instance,
    storage: `${maxStorageGb} GB`,
    multiAz: kind === 'multi-az',
    transform: {
      instance: (args, options) => {
        if (settings.database.adopt !== '') adopt(settings.database.adopt, args, options)
        Object.assign(args, keep(stage))
        args.allocatedStorage = storageGb
        args.autoMinorVersionUpgrade = true
        args.copyTagsToSnapshot = true
      },
      parameterGroup: (args) => {
        args.parameters = [TLS_ONLY, connectionLimit(settings)]
      },
    },
  })
  const { id, host, port, username, password, database } = server
  const row = server.nodes.instance
  if (!row) throw new Error('SST makes no database server in dev mode.')
  return {
    id,
    host,
    port,
    username,
    password,
    database,
    secretArn: readSecret(row.tags, 'sst:lookup:password'),
    target: { dbInstanceIdentifier: row.identifier },
  }
}

/** A cluster over the zones of the network. A standby takes over within about half a minute. */
function makeAurora(stage: string, settings: StageSettings, vpc: sst.aws.Vpc) {
  const { minUnits, maxUnits, standbys } = settings.database.aurora
  const server = new sst.aws.Aurora('Postgres', {
    engine: 'postgres',
    version: AURORA_VERSION,
    vpc,
    scaling: { min: `${minUnits} ACU`, max: `${maxUnits} ACU` },
    replicas: standbys,
    transform: {
      cluster: (args) => {
        Object.assign(args, keep(stage))
        args.copyTagsToSnapshot = true
      },
      clusterParameterGroup: (args) => {
        args.parameters = [TLS_ONLY, connectionLimit(settings)]
      },
      instance: (args) => {
        args.autoMinorVersionUpgrade = true
        args.performanceInsightsEnabled = true
        // A standby that takes over at once is as large as the writer.
        args.promotionTier = 1
      },
    },
  })
  const { id, host, port, username, password, database, secretArn } = server
  return {
    id,
    host,
    port,
    username,
    password,
    database,
    secretArn,
    target: { dbClusterIdentifier: id },
  }
}

/** Aurora measures the cluster; the other kinds measure the server. */
export const dimensionsOf = (
  { serverId }: Database,
  kind: StageSettings['database']['kind'],
): Record<string, $util.Output<string>> =>
  kind === 'aurora' ? { DBClusterIdentifier: serverId } : { DBInstanceIdentifier: serverId }
