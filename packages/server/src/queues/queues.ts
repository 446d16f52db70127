import { mkdir } from 'node:fs/promises'
import { SetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs'
import { requestTimeouts } from '@pauta/platform/aws/request-timeouts'
import { startFauxqs } from 'fauxqs'
import { listenOn } from './fauxqs-host.ts'
import { fauxqsFile, keepShownMessages } from './fauxqs-visibility.ts'
import { removeExpired } from './expired-messages.ts'
import { showHeldMessages } from './held-messages.ts'
import { assertSound } from '../data-folder/sqlite-file.ts'

const HOST = '127.0.0.1'
const ACCOUNT = '000000000000'
const REGION = 'us-east-2'
const REQUEST_TIMEOUT_MS = 10_000
/** Fourteen days, the maximum retention of SQS. Dead letters of a queue that names no other have it. */
const RETENTION_SECONDS = 1_209_600

interface QueueDefinition {
  name: string
  visibilityTimeoutSeconds: number
  /** Creates `<name>-dlq` and moves a message there after this number of receives. */
  deadLetter?: { maxReceives: number; retentionSeconds?: number }
}

export interface QueuesOptions {
  /** 0 takes a free port. */
  port: number
  /** Folder that keeps messages and objects. Undefined keeps them in memory. */
  dataDir?: string | undefined
  queues: readonly QueueDefinition[]
  buckets: readonly string[]
  /** Whether all workers of the queues live in this process: then messages that an earlier process held are visible. */
  areWorkersHere?: boolean
}

/** SQS and S3 at one address. */
export interface Queues {
  url: string
  queueUrl(name: string): string
  /** Deletes every message and object. Queues and buckets stay. */
  empty(): void
  stop(): Promise<void>
}

/** Starts SQS and S3 (fauxqs) in this process with the given queues and buckets. */
export async function startQueues({
  port,
  dataDir,
  queues,
  buckets,
  areWorkersHere = false,
}: QueuesOptions): Promise<Queues> {
  if (dataDir !== undefined) {
    await mkdir(dataDir, { recursive: true })
    assertSound(fauxqsFile(dataDir))
    if (areWorkersHere) showHeldMessages(dataDir)
    for (const { name, deadLetter } of queues)
      if (deadLetter) removeExpired(dataDir, `${name}-dlq`, deadLetter.retentionSeconds ?? RETENTION_SECONDS)
  }
  const server = await listenOn(HOST, () =>
    startFauxqs({ port, logger: false, defaultRegion: REGION, ...(dataDir !== undefined && { dataDir }) }),
  )
  if (dataDir !== undefined) keepShownMessages(dataDir)
  const url = `http://${HOST}:${server.port}`
  // The emulator's own URLs use a host name below localhost, which not every machine resolves.
  const queueUrl = (name: string) => `${url}/${ACCOUNT}/${name}`
  const sqs = new SQSClient({
    endpoint: url,
    region: REGION,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    requestHandler: requestTimeouts({ connectMs: REQUEST_TIMEOUT_MS, answerMs: REQUEST_TIMEOUT_MS }),
  })
  const ensure = async (name: string, attributes: Record<string, string>) => {
    // Skips queues that the folder already has: creating such a queue would replace it with an empty one.
    if (server.inspectQueue(name) === undefined) server.createQueue(name, { region: REGION, attributes })
    else await sqs.send(new SetQueueAttributesCommand({ QueueUrl: queueUrl(name), Attributes: attributes }))
    return `arn:aws:sqs:${REGION}:${ACCOUNT}:${name}`
  }
  for (const { name, visibilityTimeoutSeconds, deadLetter } of queues) {
    const attributes: Record<string, string> = { VisibilityTimeout: String(visibilityTimeoutSeconds) }
    if (deadLetter) {
      const deadLetterTargetArn = await ensure(`${name}-dlq`, {
        MessageRetentionPeriod: String(deadLetter.retentionSeconds ?? RETENTION_SECONDS),
      })
      attributes['RedrivePolicy'] = JSON.stringify({
        deadLetterTargetArn,
        maxReceiveCount: deadLetter.maxReceives,
      })
    }
    await ensure(name, attributes)
  }
  sqs.destroy()
  for (const bucket of buckets) server.createBucket(bucket)
  return { url, queueUrl, empty: () => server.reset(), stop: () => server.stop() }
}
