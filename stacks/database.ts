import { readDatabaseAuthorities } from './database-authorities.ts'
import type { Network } from './network.ts'
import { type StageSettings, stageKindOf } from './stages/stage-settings.ts'
import type { SharedByStaging } from './shared-by-staging.ts'

/** RDS offers pgvector for this version. The embedded PostgreSQL of the local stack has the same major version. */
const POSTGRES_VERSION = '18'
const BACKUP_DAYS = { production: 14, staging: 3 }

export interface Database {
  /** Identifier of the server, for previews and for what is measured. */
  serverId: $util.Output<string>
  properties: {
    host: $util.Output<string>
    port: $util.Output<number>
    username: $util.Output<string>
    password: $util.Output<string>
    database: $util.Input<string>
    tls: 'verify-full'
    /** Authorities (PEM) that sign the certificate of the server. */
    ca: string
  }
}

/** The database of a long-lived stage. A preview is a database on staging's server. */
export function makeDatabase(
  stage: string,
  settings: StageSettings,
  network: Network,
  shared: SharedByStaging | undefined,
): Database {
  const ca = readDatabaseAuthorities(settings.region)
  if (shared) {
    const server = sst.aws.Postgres.get('Postgres', { id: shared.databaseId })
    return describe(server, { database: `pauta_${stage.replaceAll('-', '_')}`, ca })
  }
  const { vpc } = network
  if (!vpc) throw new Error('A database server needs a stage with its own network.')
  const server = makeServer(stage, settings, vpc)
  return describe(server, { database: server.database, ca })
}

const describe = (
  { id, host, port, username, password }: sst.aws.Postgres,
  rest: Pick<Database['properties'], 'database' | 'ca'>,
): Database => ({
  serverId: id,
  properties: { host, port, username, password, tls: 'verify-full', ...rest },
})

/** Backups and protection. */
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

function makeServer(stage: string, { database }: StageSettings, vpc: sst.aws.Vpc): sst.aws.Postgres {
  const { kind, instance, storageGb, maxStorageGb, maxConnections } = database
  return new sst.aws.Postgres('Postgres', {
    vpc,
    version: POSTGRES_VERSION,
    instance,
    storage: `${maxStorageGb} GB`,
    multiAz: kind === 'multi-az',
    transform: {
      instance: (args, options) => {
        if (database.adopt !== '') adopt(database.adopt, args, options)
        Object.assign(args, keep(stage))
        args.allocatedStorage = storageGb
        args.autoMinorVersionUpgrade = true
        args.copyTagsToSnapshot = true
      },
      parameterGroup: (args) => {
        args.parameters = [
          { name: 'rds.force_ssl', value: '1' },
          { name: 'max_connections', value: String(maxConnections), applyMethod: 'pending-reboot' },
        ]
      },
    },
  })
}

/** The dimension of what CloudWatch measures of the server. */
export const dimensionsOf = ({ serverId }: Database): Record<string, $util.Output<string>> => ({
  DBInstanceIdentifier: serverId,
})
