import type { ServerResponse } from 'node:http'
import { createServer } from 'node:net'
import { webhookChannel } from '@pauta/delivery/channels/webhook/webhook'
import { Webhook } from 'standardwebhooks'
import { afterEach, describe, expect, it } from 'vitest'
import { guardedAgents } from '@pauta/platform/outbound/outbound-agents'
import { findOwnPort } from '../kit/stack/own-port.ts'
import { agentsFor, signal, startReceiver } from './local-receiver.ts'
import { patient } from '../kit/runner/patience.ts'

const SECRET = `whsec_${Buffer.from('um segredo de teste com 32 bytes').toString('base64')}`
const BODY = JSON.stringify({ type: 'release.created', data: { clippingName: 'Saúde' } })

const started: { stop(): Promise<void> | void }[] = []
afterEach(async () => {
  for (const one of started.splice(0)) await one.stop()
})

async function hook(answer: (response: ServerResponse) => void, timeoutMs = patient(5000)) {
  const receiver = await startReceiver(answer)
  const channel = webhookChannel({ agents: agentsFor(receiver), timeoutMs })
  started.push(receiver, { stop: () => channel.close() })
  const send = (deliveryId = 'd1', abort = signal(), secret = SECRET) =>
    channel.send({ url: `${receiver.origin}/hook`, secret, body: BODY }, { deliveryId, signal: abort })
  return { receiver, send }
}

describe('a webhook', () => {
  it('has a signature that the public library verifies, with the ledger id as its key', async () => {
    const { receiver, send } = await hook((response) => void response.writeHead(204).end())
    expect(await send('01J-ledger')).toEqual({ kind: 'sent' })
    const [request] = receiver.requests
    const headers = request?.headers as Record<string, string>
    expect(new Webhook(SECRET).verify(request?.body.toString() ?? '', headers)).toEqual(JSON.parse(BODY))
    expect(headers).toMatchObject({ 'webhook-id': '01J-ledger', 'content-type': 'application/json' })
    expect(() => new Webhook(SECRET).verify(`${BODY} `, headers)).toThrow('No matching signature')
  })

  it.each([
    [410, {}, { kind: 'rejected', reason: 'the receiver answered 410', gone: true }],
    [301, { location: 'https://a.example/' }, { kind: 'rejected', reason: 'the receiver answered 301' }],
    [300, {}, { kind: 'rejected', reason: 'the receiver answered 300' }],
    [399, {}, { kind: 'rejected', reason: 'the receiver answered 399' }],
    [400, {}, { kind: 'retry', reason: 'the receiver answered 400' }],
    [200, {}, { kind: 'sent' }],
    [299, {}, { kind: 'sent' }],
    [404, {}, { kind: 'retry', reason: 'the receiver answered 404' }],
    [503, {}, { kind: 'retry', reason: 'the receiver answered 503' }],
    // A receiver that switches protocols unasked (RFC 9110, 15.2.2) has not taken the message.
    [101, {}, { kind: 'retry', reason: 'the receiver answered 101' }],
    [429, { 'retry-after': '17' }, { kind: 'retry', reason: 'the receiver answered 429', afterSeconds: 17 }],
    [
      429,
      { 'retry-after': '9999999' },
      { kind: 'retry', reason: 'the receiver answered 429', afterSeconds: 86_400 },
    ],
    [429, { 'retry-after': 'logo' }, { kind: 'retry', reason: 'the receiver answered 429' }],
  ])('answered by %i %j means %j', async (status, headers, outcome) => {
    const { send } = await hook((response) => void response.writeHead(status, headers).end('x'))
    expect(await send()).toEqual(outcome)
  })

  it('accepts an answer whose body never ends, and reads at most 64 KB of it', async () => {
    let written = 0
    const { send } = await hook((response) => {
      response.writeHead(200)
      const chunk = Buffer.alloc(16 * 1024)
      const more = () => {
        while (!response.destroyed && response.write(chunk)) written += chunk.length
      }
      response.on('drain', more)
      more()
    })
    expect(await send()).toEqual({ kind: 'sent' })
    // Only what fits the buffers of the sockets was written before the connection closed.
    expect(written).toBeLessThan(16 * 1024 * 1024)
    const { send: sendSlow } = await hook((response) => void response.writeHead(200).write('x'), 300)
    expect(await sendSlow()).toEqual({ kind: 'sent' })
  })

  it('without an answer may have arrived', async () => {
    const { receiver, send } = await hook(() => undefined, 300)
    expect(await send()).toEqual({ kind: 'uncertain', reason: 'no answer in time' })
    expect(receiver.requests).toHaveLength(1)
    const { send: sendCut } = await hook((response) => void response.socket?.destroy())
    expect(await sendCut()).toEqual({ kind: 'uncertain', reason: 'the request failed (ECONNRESET)' })
    const stop = new AbortController()
    const { send: sendStopped } = await hook(() => stop.abort())
    expect(await sendStopped('d1', stop.signal)).toEqual({ kind: 'uncertain', reason: 'no answer in time' })
  })

  it('that reached no server is retried', async () => {
    const origin = `http://127.0.0.1:${await findOwnPort()}`
    const channel = webhookChannel({ agents: guardedAgents({ allowedOrigins: [origin] }) })
    const send = (url: string, abort = signal()) =>
      channel.send({ url, secret: SECRET, body: BODY }, { deliveryId: 'd1', signal: abort })
    expect(await send(origin)).toEqual({ kind: 'retry', reason: 'the request failed (ECONNREFUSED)' })
    expect(await send(origin, AbortSignal.abort())).toEqual({ kind: 'retry', reason: 'no answer in time' })
    channel.close()
  })

  it('with a failed TLS handshake reached no server either', async () => {
    // The server accepts connections and closes them at the first bytes, as a server without TLS does.
    const server = createServer((socket) => socket.once('data', () => socket.destroy()))
    const port = await findOwnPort()
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    const origin = `https://127.0.0.1:${port}`
    const channel = webhookChannel({ agents: guardedAgents({ allowedOrigins: [origin] }) })
    started.push({ stop: () => channel.close() }, { stop: () => void server.close() })
    const outcome = await channel.send(
      { url: `${origin}/hook`, secret: SECRET, body: BODY },
      { deliveryId: 'd1', signal: signal() },
    )
    expect(outcome).toEqual({ kind: 'retry', reason: 'the request failed (ECONNRESET)' })
  })

  it('without a usable address or secret is rejected, not thrown', async () => {
    const { receiver, send } = await hook((response) => void response.end())
    for (const secret of ['', 'whsec_', 'segredo', 'whsec_???']) {
      expect(await send('d1', signal(), secret)).toMatchObject({ kind: 'rejected' })
    }
    expect(receiver.requests).toEqual([])
  })

  it('sends 50 at once over connections that stay open', async () => {
    const { receiver, send } = await hook((response) => void setTimeout(() => response.end('ok'), 100))
    let number = 0
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        for (let turn = 0; turn < 10; turn++) {
          const outcome = await send(`d${number++}`)
          if (outcome.kind !== 'sent') throw new Error(JSON.stringify(outcome))
        }
      }),
    )
    expect(receiver.mostAtOnce()).toBe(50)
  })
})
