import type * as Sdk from '@aws-sdk/client-sqs'
import { requestTimeouts } from '../aws/request-timeouts.ts'

// All attempts together must leave the GraphQL function time to say that the queue is away, of the 29 s that it has.
const REQUEST_TIMEOUT_MS = 5000
const CONNECT_TIMEOUT_MS = 3000
const MAX_ATTEMPTS = 3

/** The SDK and its one client of this process. */
export interface Sqs {
  sdk: typeof Sdk
  client: Sdk.SQSClient
}

let opened: Promise<Sqs> | undefined

async function open(): Promise<Sqs> {
  const sdk = await import('@aws-sdk/client-sqs')
  const client = new sdk.SQSClient({
    maxAttempts: MAX_ATTEMPTS,
    // A URL that was made from an ARN names the region's own host; the client's endpoint is right everywhere.
    useQueueUrlAsEndpoint: false,
    requestHandler: requestTimeouts({ connectMs: CONNECT_TIMEOUT_MS, answerMs: REQUEST_TIMEOUT_MS }),
  })
  return { sdk, client }
}

/**
 * The client of SQS, loaded with the first message: the SDK is a third of what the GraphQL function may weigh, and most
 * requests send nothing.
 */
export function openSqs(): Promise<Sqs> {
  opened ??= open()
  return opened
}
