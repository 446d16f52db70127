import type { ServerResponse } from 'node:http'
import { telegramChannel } from '@pauta/delivery/channels/telegram/telegram'
import { afterEach, describe, expect, it } from 'vitest'
import { signal, startReceiver } from './local-receiver.ts'
import { patient } from '../kit/runner/patience.ts'

const started: { stop(): Promise<void> | void }[] = []
afterEach(async () => {
  for (const one of started.splice(0)) await one.stop()
})

async function bot(answer: (response: ServerResponse) => void, timeoutMs = patient(5000)) {
  const receiver = await startReceiver(answer)
  const channel = telegramChannel({ apiUrl: `${receiver.origin}/`, botToken: '7:abc', timeoutMs })
  started.push(receiver, { stop: () => channel.close() })
  const send = () => channel.send({ chatId: '42', html: '<b>Oi</b>' }, { deliveryId: 'd1', signal: signal() })
  return { receiver, send }
}
const reply = (status: number, body: object) => (response: ServerResponse) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

describe('a Telegram message', () => {
  it('is sent as HTML without a preview of its links', async () => {
    const { receiver, send } = await bot(reply(200, { ok: true, result: { message_id: 9 } }))
    expect(await send()).toEqual({ kind: 'sent', providerId: '9' })
    const [request] = receiver.requests
    expect(request?.path).toBe('/bot7:abc/sendMessage')
    expect(JSON.parse(request?.body.toString() ?? '')).toEqual({
      chat_id: '42',
      text: '<b>Oi</b>',
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
    })
  })

  it.each([
    [
      429,
      { ok: false, parameters: { retry_after: 31 } },
      { kind: 'retry', afterSeconds: 31, everyone: true },
    ],
    [
      403,
      { ok: false, description: 'Forbidden: bot was blocked by the user' },
      { kind: 'rejected', gone: true },
    ],
    [400, { ok: false, description: 'Bad Request: chat not found' }, { kind: 'rejected', gone: true }],
    [400, { ok: false, description: "can't parse entities" }, { kind: 'rejected', gone: false }],
    [502, { ok: false }, { kind: 'retry' }],
    [504, { ok: false }, { kind: 'uncertain' }],
    [401, { ok: false, description: 'Unauthorized' }, { kind: 'retry', everyone: true }],
    [404, { ok: false }, { kind: 'retry', everyone: true }],
    [429, { ok: false }, { kind: 'retry', everyone: true }],
    [429, { ok: false, parameters: {} }, { kind: 'retry', everyone: true }],
    [500, { ok: false }, { kind: 'retry' }],
    [200, { ok: 'quem sabe' }, { kind: 'uncertain' }],
    [200, { ok: false }, { kind: 'uncertain' }],
    // Only 400 tells that the chat is gone.
    [409, { ok: false, description: 'Conflict: chat not found' }, { kind: 'rejected', gone: false }],
    [202, { ok: true, result: { message_id: 9 } }, { kind: 'rejected', gone: false }],
    ...['was blocked', 'deactivated', 'KICKED', 'chat not found', 'user not found', 'not a member'].map(
      (words): [number, object, object] => [
        400,
        { ok: false, description: `Bad Request: ${words}` },
        { kind: 'rejected', gone: true },
      ],
    ),
  ])('answered by %i %j means %j', async (status, body, outcome) => {
    const { send } = await bot(reply(status, body))
    expect(await send()).toEqual({
      ...outcome,
      reason: expect.stringContaining(`telegram answered ${status}`),
    })
  })

  it('is sent when the answer names no message', async () => {
    const { send } = await bot(reply(200, { ok: true }))
    expect(await send()).toEqual({ kind: 'sent' })
  })

  it('waits as long as the header says where the answer says nothing', async () => {
    const { send } = await bot((response) => void response.writeHead(429, { 'retry-after': '17' }).end('{}'))
    expect(await send()).toMatchObject({ afterSeconds: 17 })
  })

  it('tells 120 characters of the reason', async () => {
    const { send } = await bot(reply(400, { ok: false, description: 'x'.repeat(121) }))
    expect(await send()).toMatchObject({ reason: `telegram answered 400: ${'x'.repeat(120)}` })
  })

  it('is uncertain without an answer, and never reveals the bot token', async () => {
    const { receiver, send } = await bot(() => undefined, 300)
    expect(await send()).toEqual({ kind: 'uncertain', reason: 'no answer in time' })
    await receiver.stop()
    const refused = await send()
    expect(refused).toEqual({
      kind: 'retry',
      everyone: true,
      reason: 'the request failed (ECONNREFUSED)',
    })
  })

  it('handles a proxy that answers in HTML', async () => {
    const { send } = await bot((response) => void response.writeHead(503).end('<html>'))
    expect(await send()).toEqual({ kind: 'retry', reason: 'telegram answered 503' })
  })
})
