import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { openSqs } from './sqs.ts'

afterEach(() => vi.unstubAllEnvs())

it('sends requests to the endpoint of the environment, not to the host of the queue URL', async () => {
  const asked: (string | undefined)[] = []
  const server = createServer((request, response) => {
    asked.push(request.headers.host)
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  vi.stubEnv('AWS_ENDPOINT_URL_SQS', `http://${host}`)
  vi.stubEnv('AWS_REGION', 'us-east-2')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
  try {
    const { sdk, client } = await openSqs()
    const QueueUrl = 'https://sqs.us-east-2.amazonaws.com/000000000000/anything'
    await client.send(new sdk.ReceiveMessageCommand({ QueueUrl }))
    expect(asked).toEqual([host])
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
