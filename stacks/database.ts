import type { Network } from './network.ts'
import { type StageSettings, stageKindOf } from './settings.ts'
import type { SharedByStaging } from './shared-by-staging.ts'

/** RDS offers pgvector for this version. The embedded PostgreSQL of the local stack has the same major version. */
const POSTGRES_VERSION = '18'
const BACKUP_DAYS = { production: 14, staging: 3 }

export interface Database {
  /** Identifier of the server, for previews. */
  serverId: $util.Output<string>
  properties: {
    host: $util.Output<string>
    port: $util.Output<number>
    username: $util.Output<string>
    password: $util.Output<string>
    database: $util.Input<string>
    tls: 'verify-full'
  }
}

/** One PostgreSQL server per long-lived stage. A preview is a database on staging's server. */
export function makeDatabase(
  stage: string,
  settings: StageSettings,
  network: Network,
  shared: SharedByStaging | undefined,
): Database {
  const server = shared
    ? sst.aws.Postgres.get('Postgres', { id: shared.databaseId })
    : makeServer(stage, settings, network)
  return {
    serverId: server.id,
    properties: {
      host: server.host,
      port: server.port,
      username: server.username,
      password: server.password,
      database: shared ? `pauta_${stage.replaceAll('-', '_')}` : server.database,
      tls: 'verify-full',
    },
  }
}

/**
 * Takes a restored server into the state in place of the one that was removed from it. AWS does not return the password
 * and knows nothing of the others, so they cannot be compared.
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

function makeServer(stage: string, settings: StageSettings, network: Network) {
  if (!network.vpc) throw new Error('A database server needs a stage with its own network.')
  const production = stageKindOf(stage) === 'production'
  return new sst.aws.Postgres('Postgres', {
    vpc: network.vpc,
    version: POSTGRES_VERSION,
    instance: settings.database.instance,
    storage: `${settings.database.maxStorageGb} GB`,
    transform: {
      instance: (args, options) => {
        if (settings.database.adopt !== '') adopt(settings.database.adopt, args, options)
        args.allocatedStorage = settings.database.storageGb
        args.autoMinorVersionUpgrade = true
        args.allowMajorVersionUpgrade = false
        args.backupRetentionPeriod = production ? BACKUP_DAYS.production : BACKUP_DAYS.staging
        args.copyTagsToSnapshot = true
        args.deletionProtection = production
        args.skipFinalSnapshot = !production
        if (production) args.finalSnapshotIdentifier = `${$app.name}-${stage}-last`
      },
      parameterGroup: (args) => {
        args.parameters = [
          { name: 'rds.force_ssl', value: '1' },
          {
            name: 'max_connections',
            value: String(settings.database.maxConnections),
            applyMethod: 'pending-reboot',
          },
        ]
      },
    },
  })
}
