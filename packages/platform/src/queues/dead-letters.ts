import { openSqs } from './sqs.ts'

/** Attributes of a dead letter that its worker has moved: why, and when the message was first sent. */
export const REASON = 'reason'
export const FIRST_SENT = 'first-sent'
const REASON_MAX_CHARACTERS = 300

/** A message that its worker refuses for good. */
export interface RefusedMessage {
  body: string
  /** In one line. */
  reason: string
  sentAt: Date
}

/** Returns the URL of a queue by its ARN, `arn:aws:sqs:<region>:<account>:<name>`. Throws for other text. */
export function queueUrlOfArn(arn: string): string {
  const [, , service, region, account, name] = arn.split(':')
  if (service !== 'sqs' || !region || !account || !name) throw new Error(`${arn} is not the ARN of a queue`)
  return `https://sqs.${region}.amazonaws.com/${account}/${name}`
}

/** Queues and their dead-letter queues do not change while a process runs. */
const deadLetterUrls = new Map<string, string>()

async function findDeadLetterUrl(queueArn: string): Promise<string> {
  const known = deadLetterUrls.get(queueArn)
  if (known !== undefined) return known
  const { sdk, client } = await openSqs()
  const { Attributes } = await client.send(
    new sdk.GetQueueAttributesCommand({
      QueueUrl: queueUrlOfArn(queueArn),
      AttributeNames: ['RedrivePolicy'],
    }),
  )
  const policy = JSON.parse(Attributes?.RedrivePolicy ?? '{}') as { deadLetterTargetArn?: string }
  if (policy.deadLetterTargetArn === undefined) throw new Error(`${queueArn} has no dead-letter queue`)
  const url = queueUrlOfArn(policy.deadLetterTargetArn)
  deadLetterUrls.set(queueArn, url)
  return url
}

/** Attributes accept fewer characters than bodies of some emulators: a reason may quote any text of a message. */
const toAttribute = (text: string) =>
  text
    .replaceAll(/[^\u0020-\uD7FF\uE000-\uFFFD]+/g, ' ')
    .trim()
    .slice(0, REASON_MAX_CHARACTERS) || 'unknown'

/**
 * Puts a message on the dead-letter queue of a queue, with its reason. The caller then reports the message as done, so
 * that SQS removes it from its own queue. A crash in between leaves two dead letters, which workers tolerate.
 */
export async function sendDeadLetter(
  queueArn: string,
  { body, reason, sentAt }: RefusedMessage,
): Promise<void> {
  const { sdk, client } = await openSqs()
  await client.send(
    new sdk.SendMessageCommand({
      QueueUrl: await findDeadLetterUrl(queueArn),
      MessageBody: body,
      MessageAttributes: {
        [REASON]: { DataType: 'String', StringValue: toAttribute(reason) },
        [FIRST_SENT]: { DataType: 'String', StringValue: sentAt.toISOString() },
      },
    }),
  )
}
