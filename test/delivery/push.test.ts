import type { ServerResponse } from 'node:http'
import { createPublicKey, verify } from 'node:crypto'
import { pushChannel, type PushMessage } from '@pauta/delivery/channels/push/push'
import ece from 'http_ece'
import webPush from 'web-push'
import { afterEach, describe, expect, it } from 'vitest'
import { aBrowser } from './browser-keys.ts'
import { agentsFor, signal, startReceiver } from './local-receiver.ts'

const vapid = { subject: 'mailto:pauta@example.org', ...webPush.generateVAPIDKeys() }
const started: { stop(): Promise<void> | void }[] = []
afterEach(async () => {
  for (const one of started.splice(0)) await one.stop()
})

async function pushService(answer: (response: ServerResponse) => void) {
  const receiver = await startReceiver(answer)
  const channel = pushChannel({ agents: agentsFor(receiver), vapid })
  started.push(receiver, { stop: () => channel.close() })
  const browser = aBrowser()
  const send = (fields: Partial<PushMessage> = {}) =>
    channel.send(
      {
        endpoint: `${receiver.origin}/send/abc`,
        keys: browser.keys,
        body: '{"title":"Saúde"}',
        topic: '01JRELEASE0000000000000000',
        ...fields,
      },
      { deliveryId: 'd1', signal: signal() },
    )
  return { receiver, browser, send }
}

const decode = (part = ''): unknown => JSON.parse(Buffer.from(part, 'base64url').toString())

describe('a push', () => {
  it('is readable by the browser with its keys, and signed for its push service', async () => {
    const { receiver, browser, send } = await pushService(
      (response) => void response.writeHead(201, { location: '/message/7' }).end(),
    )
    expect(await send()).toEqual({ kind: 'sent', providerId: '/message/7' })
    const [request] = receiver.requests
    const text = ece.decrypt(request?.body, {
      version: 'aes128gcm',
      privateKey: browser.ecdh,
      authSecret: browser.auth.toString('base64url'),
    })
    expect(text.toString()).toBe('{"title":"Saúde"}')
    const headers = request?.headers ?? {}
    expect(headers).toMatchObject({ topic: '01JRELEASE0000000000000000', ttl: '86400', urgency: 'normal' })
    const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? []
    const [head, claims, signature = ''] = token.split('.')
    expect(decode(claims)).toMatchObject({ aud: receiver.origin, sub: vapid.subject })
    const point = Buffer.from(key, 'base64url')
    const publicKey = createPublicKey({
      format: 'jwk',
      key: {
        kty: 'EC',
        crv: 'P-256',
        x: point.subarray(1, 33).toString('base64url'),
        y: point.subarray(33).toString('base64url'),
      },
    })
    expect(
      verify(
        'sha256',
        Buffer.from(`${head}.${claims}`),
        { key: publicKey, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      ),
    ).toBe(true)
  })

  it('has a topic of at most 32 URL-safe characters, the same for the same release', async () => {
    const { receiver, send } = await pushService((response) => void response.writeHead(201).end())
    for (const topic of ['release/1', 'release/1', 'x'.repeat(60)]) await send({ topic })
    const topics = receiver.requests.map(({ headers }) => headers['topic'])
    expect(topics[0]).toMatch(/^[A-Za-z0-9_-]{32}$/)
    expect(topics[1]).toBe(topics[0])
    expect(topics[2]).toMatch(/^[A-Za-z0-9_-]{32}$/)
  })

  it.each([
    [404, {}, { kind: 'rejected', reason: 'the push service answered 404', gone: true }],
    [410, {}, { kind: 'rejected', reason: 'the push service answered 410', gone: true }],
    [
      429,
      { 'retry-after': '30' },
      { kind: 'retry', reason: 'the push service answered 429', afterSeconds: 30 },
    ],
    [408, {}, { kind: 'retry', reason: 'the push service answered 408' }],
    [200, {}, { kind: 'sent' }],
    [299, {}, { kind: 'sent' }],
    [300, {}, { kind: 'rejected', reason: 'the push service answered 300' }],
    [499, {}, { kind: 'rejected', reason: 'the push service answered 499' }],
    [500, {}, { kind: 'retry', reason: 'the push service answered 500' }],
    [403, {}, { kind: 'rejected', reason: 'the push service answered 403' }],
  ])('answered by %i %j means %j', async (status, headers, outcome) => {
    const { send } = await pushService((response) => void response.writeHead(status, headers).end())
    expect(await send()).toEqual(outcome)
  })

  it('with unusable keys reports the endpoint as unusable', async () => {
    const { receiver, send } = await pushService((response) => void response.end())
    const { p256dh } = aBrowser().keys
    for (const keys of [
      { p256dh: 'abc', auth: 'abc' },
      { p256dh, auth: 'abc' },
      { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: 'A'.repeat(22) },
    ]) {
      expect(await send({ keys })).toMatchObject({ kind: 'rejected', gone: true })
    }
    expect(await send({ endpoint: 'sem endereço' })).toMatchObject({ kind: 'rejected', gone: true })
    expect(receiver.requests).toEqual([])
  })

  it('is refused at the start when our own keys are wrong', async () => {
    const receiver = await startReceiver((response) => void response.end())
    started.push(receiver)
    const wrong = { ...vapid, privateKey: 'abc' }
    expect(() => pushChannel({ agents: agentsFor(receiver), vapid: wrong })).toThrow(/private key/)
    const { privateKey } = webPush.generateVAPIDKeys()
    const halfRotated = { ...vapid, privateKey }
    expect(() => pushChannel({ agents: agentsFor(receiver), vapid: halfRotated })).toThrow(/one pair/)
  })
})
