import type { DescribeImagesCommandInput } from '@aws-sdk/client-ec2'
import { requestTimeouts } from '@pauta/platform/aws/request-timeouts'
import * as z from 'zod'
import { orExplain } from '../sync/task-client.ts'

const CLIENT = {
  maxAttempts: 4,
  requestHandler: requestTimeouts({ connectMs: 5000, answerMs: 150_000 }),
}
const INSTANCES_MAX = 100
/** As AWS names the images behind the parameter of stacks/amazon-linux.ts. */
const NEWEST_IMAGES = 'al2023-ami-2023.*-kernel-*-arm64'

/** An instance of the index of a stage. */
export interface SearchMachineFacts {
  id: string
  /** `a` or `b` for a single server, `1` to `3` for the nodes of a cluster. */
  place: string
  type: string
  image: string
  /** Day on which AWS published the image; empty when the image does not exist any more. */
  imageDate: string
  /** When the instance was made. A restart does not change it. */
  madeAt: Date
}

export interface SearchMachines {
  machines: SearchMachineFacts[]
  newestImage: { id: string; date: string }
}

const dayOf = (text: string | undefined) => text?.slice(0, 10) ?? ''

/** Reads the running instances of the index of a stage, and the images of Amazon Linux. Changes nothing. */
export async function readSearchMachines(stage: string, region: string): Promise<SearchMachines> {
  const sdk = await import('@aws-sdk/client-ec2')
  const client = new sdk.EC2Client({ ...CLIENT, region })
  const { Reservations = [] } = await orExplain(
    'Looking for the search servers (ec2:DescribeInstances)',
    client.send(
      new sdk.DescribeInstancesCommand({
        Filters: [
          { Name: 'tag:Name', Values: [`pauta-${stage}-search-*`] },
          { Name: 'tag:sst:app', Values: ['pauta'] },
          { Name: 'tag:sst:stage', Values: [stage] },
          { Name: 'instance-state-name', Values: ['pending', 'running'] },
        ],
        MaxResults: INSTANCES_MAX,
      }),
    ),
  )
  const instances = Reservations.flatMap(({ Instances = [] }) => Instances)
  const listImages = async (request: DescribeImagesCommandInput) => {
    const { Images = [] } = await orExplain(
      'Reading images (ec2:DescribeImages)',
      client.send(new sdk.DescribeImagesCommand(request)),
    )
    return Images.map(({ ImageId = '', CreationDate }) => ({ id: ImageId, date: dayOf(CreationDate) }))
  }
  const used = [...new Set(instances.flatMap(({ ImageId }) => ImageId ?? []))]
  // A filter, unlike a list of IDs, skips images that their owner has withdrawn.
  const known =
    used.length === 0
      ? []
      : await listImages({ Filters: [{ Name: 'image-id', Values: used }], IncludeDeprecated: true })
  const offered = await listImages({
    Owners: ['amazon'],
    Filters: [{ Name: 'name', Values: [NEWEST_IMAGES] }],
  })
  const machines = instances.map((instance) => ({
    id: instance.InstanceId ?? '',
    place:
      (instance.Tags ?? [])
        .find(({ Key }) => Key === 'Name')
        ?.Value?.split('-')
        .at(-1) ?? '',
    type: instance.InstanceType ?? '',
    image: instance.ImageId ?? '',
    imageDate: known.find(({ id }) => id === instance.ImageId)?.date ?? '',
    madeAt: instance.NetworkInterfaces?.[0]?.Attachment?.AttachTime ?? instance.LaunchTime ?? new Date(0),
  }))
  return {
    machines: machines.toSorted((a, b) => a.place.localeCompare(b.place)),
    newestImage: offered.toSorted((a, b) => a.date.localeCompare(b.date)).at(-1) ?? { id: '', date: '' },
  }
}

const serverSchema = z.object({ isHealthy: z.boolean(), documents: z.number() })
const comparisonSchema = z.object({
  live: serverSchema,
  second: serverSchema.extend({ url: z.url() }),
  isNameOnSecond: z.boolean(),
})
/** What functions/migrate/compare-search-servers.ts returns. */
export type ServerComparison = z.infer<typeof comparisonSchema>

/** Asks the function of the stage, which reaches both servers. Returns undefined while the stage has no second one. */
export async function compareServers(stage: string, region: string): Promise<ServerComparison | undefined> {
  const sdk = await import('@aws-sdk/client-lambda')
  const client = new sdk.LambdaClient({ ...CLIENT, region })
  const invoke = async () => {
    try {
      const name = `pauta-${stage}-compare-search-servers`
      return await client.send(new sdk.InvokeCommand({ FunctionName: name, Payload: '{}' }))
    } catch (error) {
      if (error instanceof sdk.ResourceNotFoundException) return undefined
      throw error
    }
  }
  const answer = await orExplain('Comparing the search servers (lambda:InvokeFunction)', invoke())
  if (!answer) return undefined
  const payload: unknown = JSON.parse(answer.Payload?.transformToString() || 'null')
  if (answer.FunctionError !== undefined)
    throw new Error(`The function that compares the search servers failed: ${JSON.stringify(payload)}`)
  return comparisonSchema.parse(payload)
}
