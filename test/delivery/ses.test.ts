import type { ServerResponse } from 'node:http'
import { sesChannel } from '@pauta/delivery/channels/email/ses'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { signal, startReceiver } from './local-receiver.ts'

const from = { name: 'Pauta', address: 'clippings@pauta.example' }
const message = { to: 'leitora@example.org', subject: 'Saúde', html: '<p>Oi</p>', text: 'Oi' }

const started: { stop(): Promise<void> | void }[] = []
beforeEach(() => {
  vi.stubEnv('AWS_REGION', 'us-east-2')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local')
})
afterEach(async () => {
  vi.unstubAllEnvs()
  for (const one of started.splice(0)) await one.stop()
})

async function ses(answer: (response: ServerResponse) => void) {
  const receiver = await startReceiver(answer)
  const channel = sesChannel({ from, configurationSet: 'pauta', endpoint: receiver.origin })
  started.push({ stop: () => channel.close() }, receiver)
  const send = (abort = signal()) => channel.send(message, { deliveryId: '01JLEDGER', signal: abort })
  return { receiver, send }
}
const reply =
  (status: number, body: object, type = '') =>
  (response: ServerResponse) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': type })
      .end(JSON.stringify(body))

describe('an e-mail over SES', () => {
  it('is sent raw, tagged with its ledger id', async () => {
    const { receiver, send } = await ses(reply(200, { MessageId: 'ses-1' }))
    expect(await send()).toEqual({ kind: 'sent', providerId: 'ses-1' })
    const body = JSON.parse(receiver.requests[0]?.body.toString() ?? '') as {
      Content: { Raw: { Data: string } }
    }
    expect(body).toMatchObject({
      FromEmailAddress: 'clippings@pauta.example',
      Destination: { ToAddresses: ['leitora@example.org'] },
      EmailTags: [{ Name: 'delivery-id', Value: '01JLEDGER' }],
      ConfigurationSetName: 'pauta',
    })
    const raw = Buffer.from(body.Content.Raw.Data, 'base64').toString()
    expect(raw).toContain('Message-ID: <01JLEDGER@pauta.example>\r\n')
    expect(raw).toContain('\r\nTo: leitora@example.org\r\n')
  })

  it.each([
    [400, 'MessageRejected', { kind: 'rejected', reason: 'ses MessageRejected 400' }],
    [
      429,
      'TooManyRequestsException',
      { kind: 'retry', everyone: true, reason: 'ses TooManyRequestsException 429' },
    ],
    [
      400,
      'SendingPausedException',
      { kind: 'retry', everyone: true, reason: 'ses SendingPausedException 400' },
    ],
    [500, 'InternalFailure', { kind: 'uncertain', reason: 'ses InternalFailure 500' }],
    [503, 'ServiceUnavailable', { kind: 'retry', everyone: true, reason: 'ses ServiceUnavailable 503' }],
  ])('answered by %i %s means %j, after one try', async (status, type, outcome) => {
    const { receiver, send } = await ses(reply(status, { message: 'leitora@example.org' }, type))
    expect(await send()).toEqual(outcome)
    expect(receiver.requests).toHaveLength(1)
  })

  it.each([
    [400, 'ExpiredTokenException'],
    [400, 'ThrottlingException'],
    [400, 'AccountSuspendedException'],
    [400, 'MailFromDomainNotVerifiedException'],
    [401, 'UnrecognizedClientException'],
    [403, 'AccessDeniedException'],
    [404, 'NotFoundException'],
  ])('answered by %i %s is retried with all others: no reader caused it', async (status, type) => {
    const { send } = await ses(reply(status, {}, type))
    expect(await send()).toEqual({ kind: 'retry', everyone: true, reason: `ses ${type} ${status}` })
  })

  it('is retried when no credentials can be read, because nothing was sent', async () => {
    const { receiver, send } = await ses(reply(200, { MessageId: 'ses-1' }))
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) vi.stubEnv(name, undefined)
    for (const name of ['AWS_SHARED_CREDENTIALS_FILE', 'AWS_CONFIG_FILE']) vi.stubEnv(name, '/dev/null')
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true')
    const reason = 'ses CredentialsProviderError'
    expect(await send()).toEqual({ kind: 'retry', everyone: true, reason })
    expect(receiver.requests).toEqual([])
  })

  it('is uncertain without an answer, and retried when no connection was made', async () => {
    const { receiver, send } = await ses((response) => void response.socket?.destroy())
    expect(await send()).toEqual({ kind: 'uncertain', reason: 'ses TimeoutError' })
    expect(receiver.requests).toHaveLength(1)
    await receiver.stop()
    expect(await send()).toMatchObject({ kind: 'retry' })
    const silent = await ses(() => undefined)
    expect(await silent.send(AbortSignal.timeout(300))).toMatchObject({ kind: 'uncertain' })
  })
})
