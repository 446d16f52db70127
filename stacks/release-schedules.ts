import { makeSchedulerRole } from './scheduler-role.ts'

/**
 * The group of the one-shot release schedules, the role that sends their messages, and the queue that receives them.
 */
export interface ReleaseSchedules {
  group: aws.scheduler.ScheduleGroup
  role: aws.iam.Role
  queue: sst.aws.Queue
}

/** Creates the group and the role. The functions create the schedules themselves. */
export function makeReleaseSchedules(queue: sst.aws.Queue): ReleaseSchedules {
  const group = new aws.scheduler.ScheduleGroup('ReleaseSchedules', {
    name: `${$app.name}-${$app.stage}-releases`,
  })
  return { group, role: makeSchedulerRole('ReleaseSchedulerRole', group, [queue.arn]), queue }
}
