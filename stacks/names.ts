import { createHash } from 'node:crypto'
import { boundaryNameOf } from './boundary.ts'

/** Limits of AWS on the length of a name. */
const ROLE_NAME_MAX = 64
const PROFILE_NAME_MAX = 128
const ALARM_NAME_MAX = 255
const TOPIC_NAME_MAX = 256
const HASH_LENGTH = 8

/**
 * The name of a resource in AWS: app, stage and logical name. A longer name is cut and ends with a hash of the whole
 * one, so that it stays unique and always begins with app and stage: the boundary names them so.
 */
function nameInStage(app: string, stage: string, logicalName: string, max: number): string {
  const whole = `${app}-${stage}-${logicalName}`
  if (whole.length <= max) return whole
  const hash = createHash('sha256').update(whole).digest('hex').slice(0, HASH_LENGTH)
  return `${whole.slice(0, max - HASH_LENGTH - 1)}-${hash}`
}

/**
 * Names what SST and Pulumi would name otherwise, and gives every role the permissions boundary of the stage: SST cuts app and stage off long names of roles, and Pulumi names the
 * resources that SST does not make by their logical name and random letters.
 */
export function nameResources(): void {
  const name = (logicalName: string, max: number) => nameInStage($app.name, $app.stage, logicalName, max)
  const { accountId } = aws.getCallerIdentityOutput({})
  const boundary = $interpolate`arn:aws:iam::${accountId}:policy/${boundaryNameOf($app.stage)}`
  $transform(aws.iam.Role, (args, _, logicalName) => {
    const given = args?.name
    const isOurs = typeof given === 'string' && given.startsWith(`${$app.name}-${$app.stage}-`)
    if (args && !isOurs) args.name = name(logicalName, ROLE_NAME_MAX)
    if (args) args.permissionsBoundary = boundary
  })
  $transform(aws.iam.InstanceProfile, (args, _, logicalName) => {
    if (args) args.name = name(logicalName, PROFILE_NAME_MAX)
  })
  $transform(aws.cloudwatch.MetricAlarm, (args, _, logicalName) => {
    if (args) args.name = name(logicalName, ALARM_NAME_MAX)
  })
  $transform(aws.sns.Topic, (args, _, logicalName) => {
    if (args) args.name ??= name(logicalName, TOPIC_NAME_MAX)
  })
}
