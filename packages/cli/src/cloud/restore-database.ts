import type * as RdsSdk from '@aws-sdk/client-rds'
import { requestTimeouts } from '@pauta/platform/aws/request-timeouts'
import { orExplain } from './or-explain.ts'
import { CommandError } from '../terminal/connect.ts'

export interface RestoreRequest {
  stage: string
  region: string
  /** Identifier of the new server. */
  target: string
  /** Undefined: the latest instant that AWS can restore. */
  restoreTime: Date | undefined
  /** A server that takes the place of the live one is protected as that one is; a copy for a drill is not. */
  isReplacement: boolean
}

const CLIENT = {
  maxAttempts: 4,
  requestHandler: requestTimeouts({ connectMs: 5000, answerMs: 30_000 }),
}
/** A restore reads the whole backup and its log: half an hour for some 20 GB. */
const WAIT_MAX_SECONDS = 2 * 3600
/** Servers of an account at most, without an increase of its quota. */
const SERVERS_MAX = 100

/** Restores a server of a stage beside the live one. */
export interface DatabaseRestore {
  /** What AWS would be asked, and changes nothing. Throws a CommandError when the stage has no server. */
  plan(request: RestoreRequest): Promise<RdsSdk.RestoreDBInstanceToPointInTimeMessage>
  start(message: RdsSdk.RestoreDBInstanceToPointInTimeMessage): Promise<void>
  /** Waits until the server takes connections. Returns its host name. */
  waitFor(target: string): Promise<string>
}

export async function connectRestore(region: string): Promise<DatabaseRestore> {
  const sdk = await import('@aws-sdk/client-rds')
  const client = new sdk.RDSClient({ ...CLIENT, region })

  async function getSource(stage: string): Promise<RdsSdk.DBInstance> {
    const { DBInstances = [] } = await orExplain(
      'Looking for the server (rds:DescribeDBInstances)',
      client.send(new sdk.DescribeDBInstancesCommand({ MaxRecords: SERVERS_MAX })),
    )
    const found = DBInstances.filter(({ DBInstanceIdentifier = '', TagList = [] }) => {
      const isOfStage = DBInstanceIdentifier.startsWith(`pauta-${stage}-`)
      return isOfStage && TagList.some(({ Key }) => Key === 'sst:lookup:password')
    })
    const [source] = found
    if (found.length === 1 && source) return source
    const names = found.map(({ DBInstanceIdentifier }) => DBInstanceIdentifier).join(', ')
    throw new CommandError(
      found.length === 0
        ? `The region ${region} has no database server of the stage ${stage}.`
        : `Several servers belong to the stage ${stage}: ${names}. Remove or rename those that are not live.`,
    )
  }

  return {
    async plan(request) {
      return describeRestore(await getSource(request.stage), request)
    },
    async start(message) {
      await orExplain(
        'Restoring (rds:RestoreDBInstanceToPointInTime, rds:AddTagsToResource)',
        client.send(new sdk.RestoreDBInstanceToPointInTimeCommand(message)),
      )
    },
    async waitFor(target) {
      await orExplain(
        'Waiting for the server (rds:DescribeDBInstances)',
        sdk.waitUntilDBInstanceAvailable(
          { client, maxWaitTime: WAIT_MAX_SECONDS },
          { DBInstanceIdentifier: target },
        ),
      )
      const { DBInstances = [] } = await orExplain(
        'Reading the address (rds:DescribeDBInstances)',
        client.send(new sdk.DescribeDBInstancesCommand({ DBInstanceIdentifier: target })),
      )
      return DBInstances[0]?.Endpoint?.Address ?? ''
    },
  }
}

/**
 * A restored server gets AWS's defaults for all options that are not named: the default parameter group would bring its own
 * `max_connections`, and without the tag `sst:lookup:password` previews find no password.
 */
function describeRestore(
  source: RdsSdk.DBInstance,
  { target, restoreTime, isReplacement }: RestoreRequest,
): RdsSdk.RestoreDBInstanceToPointInTimeMessage {
  const tags = (source.TagList ?? []).filter(({ Key = '' }) => isReplacement || Key !== 'sst:lookup:password')
  return {
    SourceDBInstanceIdentifier: source.DBInstanceIdentifier,
    TargetDBInstanceIdentifier: target,
    ...(restoreTime ? { RestoreTime: restoreTime } : { UseLatestRestorableTime: true }),
    DBInstanceClass: source.DBInstanceClass,
    DBSubnetGroupName: source.DBSubnetGroup?.DBSubnetGroupName,
    VpcSecurityGroupIds: (source.VpcSecurityGroups ?? []).flatMap(({ VpcSecurityGroupId }) =>
      VpcSecurityGroupId === undefined ? [] : [VpcSecurityGroupId],
    ),
    DBParameterGroupName: source.DBParameterGroups?.[0]?.DBParameterGroupName,
    StorageType: source.StorageType,
    MaxAllocatedStorage: source.MaxAllocatedStorage,
    CopyTagsToSnapshot: true,
    PubliclyAccessible: false,
    MultiAZ: isReplacement && (source.MultiAZ ?? false),
    DeletionProtection: isReplacement,
    Tags: tags,
  }
}
