import { CommandError } from '../terminal/connect.ts'
import { askAws } from './ask-aws.ts'

/** Returns the ID of the running bastion of a stage. SST tags every resource with its stage. */
export async function findBastion(stage: string, region: string): Promise<string> {
  const wanted = {
    'tag:sst:is-bastion': 'true',
    'tag:sst:app': 'pauta',
    'tag:sst:stage': stage,
    'instance-state-name': 'running',
  }
  const filters = Object.entries(wanted).map(([name, value]) => `Name=${name},Values=${value}`)
  const [id] = await askAws<string[]>(
    `ec2 describe-instances --region ${region} --filters ${filters.join(' ')} --query Reservations[].Instances[].InstanceId`,
  )
  if (id === undefined)
    throw new CommandError(`The region ${region} has no running bastion of the stage ${stage}.`)
  return id
}
