import { smtpChannel } from '@pauta/delivery/channels/email/smtp'
import { afterEach, describe, expect, it } from 'vitest'
import { signal } from './local-receiver.ts'
import { startMailServer, type MailServerOptions } from './local-mail-server.ts'

const from = { name: 'Pauta, “notícias”', address: 'clippings@pauta.example' }
const message = {
  to: 'leitora@example.org',
  subject: 'Saúde: 3 notícias em 1º de junho',
  html: '<p>Olá, ção</p>',
  text: 'Olá, ção',
  unsubscribeUrl: 'https://api.example.org/unsubscribe?token=abc',
}

const started: { stop(): Promise<void> | void }[] = []
afterEach(async () => {
  for (const one of started.splice(0)) await one.stop()
})

async function mailer(
  options: MailServerOptions = {},
  auth?: { user: string; pass: string },
  tls: 'off' | 'starttls' = 'off',
) {
  const server = await startMailServer(options)
  const channel = smtpChannel({
    host: '127.0.0.1',
    port: server.port,
    tls,
    from,
    ...(auth && { auth }),
  })
  started.push({ stop: () => channel.close() }, server)
  const send = (fields: Partial<typeof message> = {}, deliveryId = 'd1', abort = signal()) =>
    channel.send({ ...message, ...fields }, { deliveryId, signal: abort })
  return { server, send }
}

/** The header fields of a raw mail, unfolded, by lower-case name. */
function headersOf(raw = ''): Record<string, string> {
  const [head = ''] = raw.split('\r\n\r\n')
  const fields = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  return Object.fromEntries(
    fields.map((field) => {
      const [name = '', ...value] = field.split(': ')
      return [name.toLowerCase(), value.join(': ')]
    }),
  )
}

describe('an e-mail over SMTP', () => {
  it('contains both texts, its ledger id and a one-click unsubscribe link', async () => {
    const { server, send } = await mailer()
    expect(await send({}, '01JLEDGER')).toMatchObject({
      kind: 'sent',
      providerId: expect.stringMatching(/^250/),
    })
    const headers = headersOf(server.mails[0])
    expect(headers).toMatchObject({
      to: 'leitora@example.org',
      'message-id': '<01JLEDGER@pauta.example>',
      'list-unsubscribe': '<https://api.example.org/unsubscribe?token=abc>',
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      'auto-submitted': 'auto-generated',
    })
    expect(headers['from']).toContain('<clippings@pauta.example>')
    expect(headers['content-type']).toContain('multipart/alternative')
    expect(server.mails[0]).toContain(Buffer.from('<p>Olá, ção</p>').toString('base64'))
  })

  it('prevents extra headers and recipients', async () => {
    const { server, send } = await mailer()
    await send({ subject: 'Oi\r\nBcc: outra@example.org\r\n\r\n<script>' })
    expect(headersOf(server.mails[0])).toMatchObject({ subject: 'Oi Bcc: outra@example.org <script>' })
    expect(headersOf(server.mails[0])).not.toHaveProperty('bcc')
    for (const to of [
      'a@example.org, b@example.org',
      'a@example.org\r\nBcc: b@example.org',
      'Nome <a@example.org>',
      '<a@example.org>',
      '"a b"@example.org',
      'a@example.org ',
      'a@localhost',
      '',
      `${'a'.repeat(65)}@example.org`,
      `a@${'b'.repeat(250)}.org`,
    ]) {
      expect(await send({ to })).toEqual({ kind: 'rejected', reason: 'not an e-mail address', gone: true })
    }
    expect(server.mails).toHaveLength(1)
  })

  it.each([
    [
      550,
      '5.1.1 no such mailbox leitora@example.org',
      { kind: 'rejected', gone: true, reason: 'smtp 550 5.1.1 at RCPT TO' },
    ],
    [550, '5.7.1 not wanted', { kind: 'rejected', reason: 'smtp 550 5.7.1 at RCPT TO' }],
    [552, '5.2.2 mailbox full', { kind: 'rejected', reason: 'smtp 552 5.2.2 at RCPT TO' }],
    [500, '5.5.1 unknown command', { kind: 'rejected', reason: 'smtp 500 5.5.1 at RCPT TO' }],
    [421, '4.7.0 too many connections', { kind: 'retry', everyone: true, reason: 'smtp 421 4.7.0 at CONN' }],
    [450, '4.2.0 come back later', { kind: 'retry', reason: 'smtp 450 4.2.0 at RCPT TO' }],
  ])('refused with %i %s means %j', async (code, text, outcome) => {
    const { server, send } = await mailer({ refuse: () => ({ code, text }) })
    expect(await send()).toEqual(outcome)
    expect(server.mails).toEqual([])
  })

  it.each([
    [
      { code: 554, text: '5.6.0 bad content' },
      { kind: 'rejected', reason: 'smtp 554 5.6.0 at DATA' },
    ],
    // The server refuses the message: its recipient was accepted before.
    [
      { code: 550, text: '5.1.1 no such mailbox' },
      { kind: 'rejected', reason: 'smtp 550 5.1.1 at DATA' },
    ],
    [
      { code: 451, text: '4.3.0 try again' },
      { kind: 'retry', reason: 'smtp 451 4.3.0 at DATA' },
    ],
    [
      { code: 421, text: '4.7.0 too many connections' },
      { kind: 'retry', everyone: true, reason: 'smtp 421 4.7.0 at DATA' },
    ],
  ])('refused after its body with %j means %j', async (fate, outcome) => {
    const { send } = await mailer({ afterBody: () => fate })
    expect(await send()).toEqual(outcome)
  })

  it.each([
    [true, 'smtp 421 4.4.2 at RCPT TO'],
    [false, 'smtp 421 4.4.2 at CONN'],
  ])(
    'delays no other mail when its recipient ends the connection, one command at a time: %j',
    async (oneByOne, reason) => {
      const refuse = (to: string) =>
        to === message.to ? { code: 421, text: '4.4.2 no answer of its domain' } : undefined
      const { send } = await mailer({ refuse, oneByOne })
      expect(await send()).toEqual({ kind: 'retry', reason })
      expect(await send({ to: 'leitor@example.org' })).toMatchObject({ kind: 'sent' })
    },
  )

  it('is deferred with all other mails when the server refuses our credentials', async () => {
    const { server, send } = await mailer({ password: 'nova' }, { user: 'pauta', pass: 'antiga' })
    expect(await send()).toEqual({
      kind: 'retry',
      everyone: true,
      reason: 'smtp 535 5.7.8 at AUTH PLAIN',
    })
    expect(server.mails).toEqual([])
    const known = await mailer({ password: 'nova' }, { user: 'pauta', pass: 'nova' })
    expect(await known.send()).toMatchObject({ kind: 'sent' })
  })

  it('is deferred with all other mails when the server offers no encryption', async () => {
    const { server, send } = await mailer({}, undefined, 'starttls')
    expect(await send()).toEqual({ kind: 'retry', everyone: true, reason: 'smtp 500 at STARTTLS' })
    expect(server.mails).toEqual([])
  })

  it.each([
    [550, '5.7.1 sender rejected', 'smtp 550 5.7.1 at MAIL FROM'],
    [530, '5.7.0 authentication required', 'smtp 530 5.7.0 at MAIL FROM'],
    [421, '4.7.0 too many connections', 'smtp 421 4.7.0 at MAIL FROM'],
  ])('is deferred with all other mails when our sender is refused with %i %s', async (code, text, reason) => {
    const { send } = await mailer({ refuseSender: () => ({ code, text }) })
    expect(await send()).toEqual({ kind: 'retry', everyone: true, reason })
  })

  it.each([
    [552, '5.3.4 message too large', { kind: 'rejected', reason: 'smtp 552 5.3.4 at MAIL FROM' }],
    [452, '4.3.1 no room for so much', { kind: 'retry', reason: 'smtp 452 4.3.1 at MAIL FROM' }],
  ])('concerns no other mail when its size is refused with %i %s', async (code, text, outcome) => {
    const { send } = await mailer({ refuseSender: () => ({ code, text }) })
    expect(await send()).toEqual(outcome)
  })

  it('is uncertain only when its body was sent and no reply came, and is then not sent again', async () => {
    const { server, send } = await mailer({ afterBody: () => 'cut' })
    expect(await send()).toEqual({ kind: 'uncertain', reason: 'smtp ECONNECTION at CONN' })
    expect(server.mails).toHaveLength(1)
    const silent = await mailer({ afterBody: () => 'silence' })
    expect(await silent.send({}, 'd1', AbortSignal.timeout(500))).toMatchObject({ kind: 'uncertain' })
    expect(silent.server.mails).toHaveLength(1)
    await server.stop()
    expect(await send()).toEqual({ kind: 'retry', everyone: true, reason: 'smtp ESOCKET at CONN' })
    expect(await send({}, 'd1', AbortSignal.abort())).toEqual({ kind: 'retry', reason: 'smtp EABORT' })
  })

  it('survives connections that broke during a message', async () => {
    let calls = 0
    const { server, send } = await mailer({ afterBody: () => (++calls === 2 ? 'cut' : undefined) })
    const kinds: string[] = []
    for (let number = 0; number < 5; number++) kinds.push((await send({}, `d${number}`)).kind)
    expect(kinds).toEqual(['sent', 'uncertain', 'sent', 'sent', 'sent'])
    expect(server.mails).toHaveLength(5)
  })

  it('sends 50 at once over a pool of connections', async () => {
    const { server, send } = await mailer({ answerAfterMs: 100 })
    let number = 0
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        for (let turn = 0; turn < 6; turn++) {
          const outcome = await send({}, `d${number++}`)
          if (outcome.kind !== 'sent') throw new Error(JSON.stringify(outcome))
        }
      }),
    )
    expect(server.connections()).toBeLessThanOrEqual(50)
    expect(new Set(server.mails.map((raw) => headersOf(raw)['message-id'])).size).toBe(300)
  })
})
