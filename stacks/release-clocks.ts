import { makeSchedulerRole } from './scheduler-role.ts'

/** Where the one-shot schedules of clippings are kept, and what they need to ring. */
export interface ReleaseClocks {
  group: aws.scheduler.ScheduleGroup
  role: aws.iam.Role
  queue: sst.aws.Queue
}

/** The functions set the clocks themselves: a deployment makes their place and the role that rings them. */
export function makeReleaseClocks(queue: sst.aws.Queue): ReleaseClocks {
  const group = new aws.scheduler.ScheduleGroup('ReleaseSchedules', {
    name: `${$app.name}-${$app.stage}-releases`,
  })
  return { group, role: makeSchedulerRole('ReleaseSchedulerRole', group, [queue.arn]), queue }
}
