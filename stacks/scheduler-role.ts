/** A role with which the scheduler sends messages to queues. Only schedules of one group may assume it. */
export function makeSchedulerRole(
  name: string,
  group: aws.scheduler.ScheduleGroup,
  queueArns: readonly $util.Output<string>[],
): aws.iam.Role {
  return new aws.iam.Role(name, {
    assumeRolePolicy: $jsonStringify({
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Principal: { Service: 'scheduler.amazonaws.com' },
          Action: 'sts:AssumeRole',
          Condition: { StringEquals: { 'aws:SourceArn': group.arn } },
        },
      ],
    }),
    inlinePolicies: [
      {
        name: 'send-runs',
        policy: $jsonStringify({
          Version: '2012-10-17',
          Statement: [{ Effect: 'Allow', Action: 'sqs:SendMessage', Resource: [...queueArns] }],
        }),
      },
    ],
  })
}
