import { mkdir } from 'node:fs/promises'
import { startFauxqs } from 'fauxqs'

const ACCOUNT = '000000000000'
const REGION = 'us-east-2'
/** Fourteen days, the longest that SQS keeps a message. */
const RETENTION_SECONDS = 1_209_600

export interface QueueDefinition {
  name: string
  visibilityTimeoutSeconds: number
  /** Makes `<name>-dlq` and moves a message there after so many receives. */
  deadLetter?: { maxReceives: number }
}

export interface QueuesOptions {
  /** 0 takes a free port. */
  port: number
  /** Folder that keeps messages and objects; undefined keeps them in memory. */
  dataDir?: string | undefined
  queues: readonly QueueDefinition[]
  buckets: readonly string[]
}

/** SQS and S3 at one address. */
export interface Queues {
  url: string
  queueUrl(name: string): string
  stop(): Promise<void>
}

/** Starts SQS and S3 (fauxqs) in process with the given queues and buckets. */
export async function startQueues({ port, dataDir, queues, buckets }: QueuesOptions): Promise<Queues> {
  if (dataDir !== undefined) await mkdir(dataDir, { recursive: true })
  const server = await startFauxqs({
    port,
    logger: false,
    defaultRegion: REGION,
    ...(dataDir !== undefined && { dataDir }),
  })
  const create = (name: string, attributes: Record<string, string>) =>
    server.createQueue(name, { region: REGION, attributes })
  for (const { name, visibilityTimeoutSeconds, deadLetter } of queues) {
    const attributes: Record<string, string> = { VisibilityTimeout: String(visibilityTimeoutSeconds) }
    if (deadLetter) {
      const { queueArn } = create(`${name}-dlq`, { MessageRetentionPeriod: String(RETENTION_SECONDS) })
      attributes['RedrivePolicy'] = JSON.stringify({
        deadLetterTargetArn: queueArn,
        maxReceiveCount: deadLetter.maxReceives,
      })
    }
    create(name, attributes)
  }
  for (const bucket of buckets) server.createBucket(bucket)
  const url = `http://127.0.0.1:${server.port}`
  return {
    url,
    // Its own URLs name a host below localhost, which not every machine resolves.
    queueUrl: (name) => `${url}/${ACCOUNT}/${name}`,
    stop: () => server.stop(),
  }
}
