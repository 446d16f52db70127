import type * as Sdk from '@aws-sdk/client-sqs'
import { requestTimeouts } from '../aws/request-timeouts.ts'

// The GraphQL function has 29 s. All attempts together must leave time to report that the queue is unavailable.
const REQUEST_TIMEOUT_MS = 5000
const CONNECT_TIMEOUT_MS = 3000
const MAX_ATTEMPTS = 3

/** The SDK and the single client of this process. */
export interface Sqs {
  sdk: typeof Sdk
  client: Sdk.SQSClient
}

let opened: Promise<Sqs> | undefined

async function open(): Promise<Sqs> {
  const sdk = await import('@aws-sdk/client-sqs')
  const client = new sdk.SQSClient({
    maxAttempts: MAX_ATTEMPTS,
    // A queue URL made from an ARN contains the region's public host. The client's endpoint is correct everywhere.
    useQueueUrlAsEndpoint: false,
    requestHandler: requestTimeouts({ connectMs: CONNECT_TIMEOUT_MS, answerMs: REQUEST_TIMEOUT_MS }),
  })
  return { sdk, client }
}

/**
 * Returns the SQS client and loads the SDK on first use. The SDK is a third of the size limit of the GraphQL function,
 * and most requests send no message.
 */
export function openSqs(): Promise<Sqs> {
  opened ??= open()
  return opened
}
