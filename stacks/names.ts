import { createHash } from 'node:crypto'
import { boundaryNameOf } from './boundary.ts'

/** AWS takes no longer name of a role; those of other resources may be longer. */
const NAME_MAX = 64
const HASH_LENGTH = 8

/**
 * The name of a resource in AWS: app, stage and logical name. A longer name is cut and ends with a hash of the whole
 * one, so that it stays unique and always begins with app and stage: the boundary names them so.
 */
function nameInStage(app: string, stage: string, logicalName: string): string {
  const whole = `${app}-${stage}-${logicalName}`
  if (whole.length <= NAME_MAX) return whole
  const hash = createHash('sha256').update(whole).digest('hex').slice(0, HASH_LENGTH)
  return `${whole.slice(0, NAME_MAX - HASH_LENGTH - 1)}-${hash}`
}

/**
 * Names what SST and Pulumi would name otherwise, and gives every role the permissions boundary of the stage: SST cuts app and stage off long names of roles, and Pulumi names the
 * resources that SST does not make by their logical name and random letters.
 */
export function nameResources(): void {
  const name = (logicalName: string) => nameInStage($app.name, $app.stage, logicalName)
  const { accountId } = aws.getCallerIdentityOutput({})
  const boundary = $interpolate`arn:aws:iam::${accountId}:policy/${boundaryNameOf($app.stage)}`
  $transform(aws.iam.Role, (args, _, logicalName) => {
    const given = args?.name
    const isOurs = typeof given === 'string' && given.startsWith(`${$app.name}-${$app.stage}-`)
    if (args && !isOurs) args.name = name(logicalName)
    if (args) args.permissionsBoundary = boundary
  })
  $transform(aws.iam.InstanceProfile, (args, _, logicalName) => {
    if (args) args.name = name(logicalName)
  })
  $transform(aws.cloudwatch.MetricAlarm, (args, _, logicalName) => {
    if (args) args.name = name(logicalName)
  })
  $transform(aws.sns.Topic, (args, _, logicalName) => {
    if (args) args.name ??= name(logicalName)
  })
}
