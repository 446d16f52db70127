import { CommandError } from '../terminal/connect.ts'
import { askAws } from './ask-aws.ts'

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

/** A database server as AWS describes it. */
interface Server {
  DBInstanceIdentifier: string
  DBInstanceClass: string
  StorageType: string
  MaxAllocatedStorage?: number
  MultiAZ: boolean
  DBSubnetGroup: { DBSubnetGroupName: string }
  VpcSecurityGroups: { VpcSecurityGroupId: string }[]
  DBParameterGroups: { DBParameterGroupName: string }[]
  TagList: { Key: string; Value: string }[]
  Endpoint?: { Address: string }
}

/** The CLI asks for half an hour, and gives up with this error. */
const WAIT_MS = 35 * 60_000
const STILL_RESTORING = 'Max attempts exceeded'
/** A restore reads the whole backup and its log: half an hour for some 20 GB. */
const WAITS_MAX = 4
const PASSWORD_TAG = 'sst:lookup:password'

async function getSource({ stage, region }: RestoreRequest): Promise<Server> {
  const servers = await askAws<Server[]>(`rds describe-db-instances --region ${region} --query DBInstances`)
  const found = servers.filter(
    ({ DBInstanceIdentifier, TagList }) =>
      DBInstanceIdentifier.startsWith(`pauta-${stage}-`) && TagList.some(({ Key }) => Key === PASSWORD_TAG),
  )
  const [source] = found
  if (found.length === 1 && source) return source
  const names = found.map(({ DBInstanceIdentifier }) => DBInstanceIdentifier).join(', ')
  throw new CommandError(
    found.length === 0
      ? `The region ${region} has no database server of the stage ${stage}.`
      : `Several servers belong to the stage ${stage}: ${names}. Remove or rename those that are not live.`,
  )
}

/**
 * Returns what AWS would be asked, and changes nothing. Throws a CommandError when the stage has no server.
 *
 * A restored server gets AWS's defaults for all options that are not named: the default parameter group would bring its own
 * `max_connections`, and without the tag `sst:lookup:password` previews find no password.
 */
export async function planRestore(request: RestoreRequest) {
  const { target, restoreTime, isReplacement } = request
  const source = await getSource(request)
  return {
    SourceDBInstanceIdentifier: source.DBInstanceIdentifier,
    TargetDBInstanceIdentifier: target,
    ...(restoreTime ? { RestoreTime: restoreTime } : { UseLatestRestorableTime: true }),
    DBInstanceClass: source.DBInstanceClass,
    DBSubnetGroupName: source.DBSubnetGroup.DBSubnetGroupName,
    VpcSecurityGroupIds: source.VpcSecurityGroups.map(({ VpcSecurityGroupId }) => VpcSecurityGroupId),
    DBParameterGroupName: source.DBParameterGroups[0]?.DBParameterGroupName,
    StorageType: source.StorageType,
    MaxAllocatedStorage: source.MaxAllocatedStorage,
    CopyTagsToSnapshot: true,
    PubliclyAccessible: false,
    MultiAZ: isReplacement && source.MultiAZ,
    DeletionProtection: isReplacement,
    Tags: source.TagList.filter(({ Key }) => isReplacement || Key !== PASSWORD_TAG),
  }
}

/** Starts to restore a server beside the live one. */
export async function startRestore(
  region: string,
  input: Awaited<ReturnType<typeof planRestore>>,
): Promise<void> {
  await askAws(`rds restore-db-instance-to-point-in-time --region ${region}`, { input })
}

/** Waits until the server takes connections, for two hours at most. Returns its host name. */
export async function waitForServer(region: string, target: string): Promise<string> {
  const server = `--region ${region} --db-instance-identifier ${target}`
  for (let wait = 0; wait < WAITS_MAX; wait++) {
    const isRestoring = await askAws<unknown>(`rds wait db-instance-available ${server}`, {
      absent: { error: STILL_RESTORING, answer: STILL_RESTORING },
      timeoutMs: WAIT_MS,
    })
    if (isRestoring === STILL_RESTORING) continue
    const [found] = await askAws<Server[]>(`rds describe-db-instances ${server} --query DBInstances`)
    return found?.Endpoint?.Address ?? ''
  }
  throw new CommandError(
    `${target} takes no connections after two hours: aws rds describe-db-instances ${server}`,
  )
}
