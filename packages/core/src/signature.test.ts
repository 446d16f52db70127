import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs'
import { describe, expect, it } from 'vitest'
import { signRequest } from './signature.ts'

const KEYS = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }

interface Sent {
  method: string
  hostname: string
  path: string
  headers: Record<string, string>
  body: string
}

/** What the SDK would put on the wire for a message. */
async function sentBySdk(): Promise<Sent> {
  let sent: Sent | undefined
  const sqs = new SQSClient({
    region: 'us-east-2',
    endpoint: 'https://sqs.us-east-2.amazonaws.com',
    credentials: { ...KEYS, sessionToken: 'session/token+=' },
    maxAttempts: 1,
    requestHandler: {
      handle: async (request: Sent) => {
        sent = request
        throw new Error('caught before the network')
      },
    },
  })
  const command = new SendMessageBatchCommand({
    QueueUrl: 'https://sqs.us-east-2.amazonaws.com/123456789012/index',
    Entries: [{ Id: '0', MessageBody: '{"título": "ação"}' }],
  })
  await sqs.send(command).catch(() => undefined)
  if (!sent) throw new Error('The SDK sent nothing')
  return sent
}

describe('the signature', () => {
  it('is the one of the example in the IAM user guide', () => {
    const url = new URL('https://iam.amazonaws.com/?Action=ListUsers&Version=2010-05-08')
    const headers = {
      'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
      host: url.host,
      'x-amz-date': '20150830T123600Z',
    }
    const scope = { ...KEYS, region: 'us-east-1', service: 'iam' }
    expect(signRequest({ method: 'GET', url, headers, body: '' }, scope, '20150830T123600Z')).toBe(
      'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/iam/aws4_request, ' +
        'SignedHeaders=content-type;host;x-amz-date, ' +
        'Signature=5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7',
    )
  })

  it('is the one that the SDK gives to the same request', async () => {
    const { method, hostname, path, headers, body } = await sentBySdk()
    const signed = /SignedHeaders=([^,]+)/.exec(headers['authorization'] ?? '')?.[1]?.split(';') ?? []
    expect(signed).toContain('x-amz-security-token')
    const request = {
      method,
      url: new URL(`https://${hostname}${path}`),
      headers: Object.fromEntries(signed.map((name) => [name, headers[name] ?? ''])),
      body,
    }
    const scope = { ...KEYS, region: 'us-east-2', service: 'sqs' }
    expect(signRequest(request, scope, headers['x-amz-date'] ?? '')).toBe(headers['authorization'])
  })
})
