import { requestTimeouts } from '@pauta/platform/aws/request-timeouts'
import { orExplain } from './or-explain.ts'
import { CommandError } from '../terminal/connect.ts'

const CLIENT = {
  maxAttempts: 4,
  requestHandler: requestTimeouts({ connectMs: 5000, answerMs: 20_000 }),
}

/** Returns the ID of the running bastion of a stage. SST tags every resource with its stage. */
export async function findBastion(stage: string, region: string): Promise<string> {
  const sdk = await import('@aws-sdk/client-ec2')
  const { Reservations = [] } = await orExplain(
    'Looking for the bastion (ec2:DescribeInstances)',
    new sdk.EC2Client({ ...CLIENT, region }).send(
      new sdk.DescribeInstancesCommand({
        Filters: [
          { Name: 'tag:sst:is-bastion', Values: ['true'] },
          { Name: 'tag:sst:app', Values: ['pauta'] },
          { Name: 'tag:sst:stage', Values: [stage] },
          { Name: 'instance-state-name', Values: ['running'] },
        ],
      }),
    ),
  )
  const id = Reservations.flatMap(({ Instances = [] }) => Instances)[0]?.InstanceId
  if (id === undefined)
    throw new CommandError(`The region ${region} has no running bastion of the stage ${stage}.`)
  return id
}
