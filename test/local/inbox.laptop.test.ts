import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { smtpChannel } from '@pauta/delivery/channels/email/smtp'
import { pushChannel } from '@pauta/delivery/channels/push/push'
import { telegramChannel } from '@pauta/delivery/channels/telegram/telegram'
import { webhookChannel } from '@pauta/delivery/channels/webhook/webhook'
import { guardedAgents } from '@pauta/platform/outbound/outbound-agents'
import { startInbox, type Inbox } from '@pauta/emulators/inbox/inbox'
import { MESSAGES_KEPT, MessageStore } from '@pauta/emulators/inbox/message-store'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findOwnPort, untilNobodyIsAt } from '../kit/stack/own-port.ts'

const failures: unknown[] = []
const log = (error: unknown) => failures.push(error)
let inbox: Inbox
beforeAll(async () => {
  inbox = await startInbox({ port: 0, log })
})
afterAll(() => inbox.stop())

let serial = 0
const options = () => ({ deliveryId: `entrega-${++serial}`, signal: new AbortController().signal })
const agents = () => guardedAgents({ allowedOrigins: [inbox.url] })
const page = async (path: string) => {
  const response = await fetch(inbox.url + path)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const HOSTILE = '<script>alert(1)</script>"&'

function openMail(smtp: Inbox['smtp']) {
  return smtpChannel({ ...smtp, tls: 'off', from: { name: 'Pauta', address: 'clippings@pauta.local' } })
}

describe('the mailbox', () => {
  it('accepts mails and shows them, their HTML in a sandbox', async () => {
    const channel = openMail(inbox.smtp)
    const sent = await channel.send(
      {
        to: 'ana@exemplo.org',
        subject: `Olá, ação ${HOSTILE}`,
        html: `<h1>Olá</h1><p>${'ação '.repeat(300)}</p><script>alert(1)</script>`,
        text: 'Olá, ação',
        unsubscribeUrl: 'https://api.exemplo.org/unsubscribe?token=1',
      },
      options(),
    )
    channel.close()
    expect(sent.kind).toBe('sent')
    const [mail] = inbox.list({ channel: 'email', to: 'ana@exemplo.org' })
    expect(mail).toMatchObject({ title: `Olá, ação ${HOSTILE}`, text: 'Olá, ação' })
    expect(mail?.html).toContain('ação ação')
    expect(mail?.headers).toContainEqual(['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'])
    const shown = await page(`/messages/${mail?.id}`)
    expect(shown.text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&amp;')
    expect(shown.text).not.toContain(HOSTILE)
    expect(shown.text).toMatch(/<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/)
    const html = await page(`/messages/${mail?.id}/html`)
    expect(html.text).toBe(mail?.html)
    expect(html.headers.get('content-security-policy')).toMatch(/^sandbox allow-popups .*default-src 'none'/)
    expect((await page(`/messages/${mail?.id}?view=headers`)).text).toContain('List-Unsubscribe-Post')
  })

  it('returns its messages as JSON, by channel and address, and the newest one', async () => {
    const all = JSON.parse((await page('/api/messages?channel=email&to=ana@exemplo.org')).text) as unknown[]
    expect(all).toEqual(inbox.list({ channel: 'email', to: 'ana@exemplo.org' }))
    expect((await page('/api/latest')).text).toBe(String(inbox.list()[0]?.id))
    expect((await page('/messages/99999')).status).toBe(404)
    expect((await page('/nowhere')).status).toBe(404)
  })
})

describe('the Telegram emulator', () => {
  const send = async (chatId: string, html = '<b>Olá</b> &amp; até', botToken = inbox.botToken) => {
    const channel = telegramChannel({ apiUrl: inbox.url, botToken })
    const outcome = await channel.send({ chatId, html }, options())
    channel.close()
    return outcome
  }

  it('accepts messages, and renders only bold text and links', async () => {
    expect(
      await send('7', `<b>Olá</b> <a href="https://www.gov.br/?a=1&amp;b=2">aqui</a> &lt;i&gt;`),
    ).toEqual({
      kind: 'sent',
      providerId: String(inbox.list()[0]?.id),
    })
    const { text } = await page(`/messages/${inbox.list()[0]?.id}`)
    expect(text).toContain('<b>Olá</b> <a href="https://www.gov.br/?a=1&amp;b=2"')
    expect(text).toContain('&lt;i&gt;')
    await send('7', HOSTILE)
    expect((await page(`/messages/${inbox.list()[0]?.id}`)).text).not.toContain('<script>alert')
  })

  it('returns 429 when asked, and refuses a blocked bot, long texts and a wrong token', async () => {
    inbox.telegram.slowDown({ messages: 1, retryAfterSeconds: 7 })
    expect(await send('8')).toMatchObject({ kind: 'retry', afterSeconds: 7 })
    expect(await send('8')).toMatchObject({ kind: 'sent' })
    inbox.telegram.block(8)
    expect(await send('8')).toMatchObject({ kind: 'rejected', gone: true })
    expect(await send('9', 'a'.repeat(4097))).toMatchObject({ kind: 'rejected' })
    expect(await send('9', `${'a'.repeat(4096 - 1)}&amp;`)).toMatchObject({ kind: 'sent' })
    expect(await send('9', 'a', 'another')).toMatchObject({ kind: 'retry' })
  })

  it('throws while the bot has no webhook', async () => {
    await expect(inbox.telegram.write(7, '/start')).rejects.toThrow('No webhook for updates')
  })
})

describe('the push service', () => {
  const vapid = () => ({ ...inbox.vapid, subject: 'mailto:clippings@pauta.local' })
  const push = async (subscription: ReturnType<Inbox['push']['subscribe']>, keys = subscription.keys) => {
    const channel = pushChannel({ agents: agents(), vapid: vapid() })
    const body = JSON.stringify({ title: 'Olá', body: 'ação', url: 'https://www.gov.br/' })
    const outcome = await channel.send(
      { endpoint: subscription.endpoint, keys, body, topic: 'um' },
      options(),
    )
    channel.close()
    return outcome
  }

  it('decrypts pushes to its browsers and shows their sender', async () => {
    const browser = inbox.push.subscribe()
    expect((await push(browser)).kind).toBe('sent')
    const [message] = inbox.list({ channel: 'push', to: browser.endpoint })
    expect(message).toMatchObject({ title: 'Olá', notes: ['decrypted by the browser', 'signed by VAPID'] })
    expect(message?.headers).toContainEqual(['Topic', 'um'])
    expect((await page(`/messages/${message?.id}`)).text).toContain('<strong>Olá</strong>ação')
  })

  it('accepts pushes that the browser cannot read, as real services do, and marks them', async () => {
    const browser = inbox.push.subscribe()
    const other = inbox.push.subscribe()
    expect((await push(browser, other.keys)).kind).toBe('sent')
    const [message] = inbox.list({ channel: 'push', to: browser.endpoint })
    expect(message).toMatchObject({ text: '', title: '(not to be decrypted)' })
  })

  it('refuses pushes to deleted or unknown browsers, and senders without a signature', async () => {
    const browser = inbox.push.subscribe()
    inbox.push.unsubscribe(browser.endpoint)
    expect(await push(browser)).toMatchObject({
      kind: 'rejected',
      gone: true,
      reason: 'the push service answered 410',
    })
    expect(await push({ ...browser, endpoint: `${inbox.url}/push/none` })).toMatchObject({ gone: true })
    const { endpoint } = inbox.push.subscribe()
    const post = (headers: Record<string, string>) => fetch(endpoint, { method: 'POST', headers, body: 'x' })
    expect((await post({})).status).toBe(400)
    expect((await post({ ttl: '60' })).status).toBe(403)
    expect((await post({ ttl: '60', authorization: `vapid t=a.b.c, k=${'A'.repeat(87)}` })).status).toBe(403)
    expect((await fetch(endpoint, { method: 'POST', body: 'x'.repeat(5000) })).status).toBe(413)
  })
})

describe('the receiver of webhooks', () => {
  const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
  const post = async (name: string) => {
    const channel = webhookChannel({ agents: agents() })
    const body = JSON.stringify({ type: 'release.created', data: { clippingName: 'Saúde' } })
    const outcome = await channel.send({ url: `${inbox.url}/webhooks/${name}`, secret, body }, options())
    channel.close()
    return outcome.kind
  }
  const noteOf = (name: string) => inbox.list({ channel: 'webhook', to: name })[0]?.notes

  it('verifies signatures with the secrets that it has', async () => {
    expect(await post('um')).toBe('sent')
    expect(noteOf('um')).toEqual(['signed; its secret is not known here'])
    inbox.webhooks.trust('um', secret)
    await post('um')
    expect(noteOf('um')).toEqual(['signature verified'])
    inbox.webhooks.trust('um', `whsec_${Buffer.alloc(24, 8).toString('base64')}`)
    await post('um')
    expect(noteOf('um')).toEqual(['signature does not fit the secret'])
    await fetch(`${inbox.url}/webhooks/um`, { method: 'POST', body: '{}' })
    expect(noteOf('um')).toEqual(['not signed'])
  })

  it('refuses a message with an old or future time', async () => {
    inbox.webhooks.trust('dois', secret)
    await fetch(`${inbox.url}/webhooks/dois`, {
      method: 'POST',
      headers: { 'webhook-id': '1', 'webhook-timestamp': '1600000000', 'webhook-signature': 'v1,x' },
      body: '{}',
    })
    expect(noteOf('dois')).toEqual(['signed for another time'])
  })

  it('gets the secret by the form of its page', async () => {
    expect((await page('/?channel=webhook')).text).toContain(`${inbox.url}/webhooks/NOME`)
    const told = await fetch(`${inbox.url}/webhooks-trusted`, {
      method: 'POST',
      body: new URLSearchParams({ name: 'três', secret }),
      redirect: 'manual',
    })
    expect(told.status).toBe(303)
    await post('tr%C3%AAs')
    expect(noteOf('três')).toEqual(['signature verified'])
  })
})

describe('the pages', () => {
  /** Returns the status for a request of a program or a browser, with headers that fetch would not send. */
  const statusOf = (method: string, path: string, headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      const { port } = new URL(inbox.url)
      const asked = request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      asked.once('error', reject)
      asked.end()
    })

  it('are shown on this machine only, under any name', async () => {
    const { port } = new URL(inbox.url)
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`])
      expect(await statusOf('GET', '/', { host })).toBe(200)
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      'localhost.evil.example',
      '127.0.0.1.evil.example',
    ])
      expect(await statusOf('GET', '/', { host })).toBe(421)
    expect(await statusOf('GET', '/api/messages', { host: 'evil.example' })).toBe(421)
  })

  it('accept forms from themselves or from programs, not from other pages', async () => {
    const { host } = new URL(inbox.url)
    const form = { host, 'content-type': 'application/x-www-form-urlencoded' }
    expect(await statusOf('POST', '/webhooks-trusted', form)).toBe(303)
    expect(await statusOf('POST', '/webhooks-trusted', { ...form, origin: `http://${host}` })).toBe(303)
    for (const origin of ['http://evil.example', 'http://localhost:1', 'null'])
      expect(await statusOf('POST', '/webhooks-trusted', { ...form, origin })).toBe(403)
  })
})

describe('the store', () => {
  const message = (title: string, channel: 'email' | 'push' = 'email') => ({
    channel,
    to: 'ana@exemplo.org',
    title,
    text: '',
    html: null,
    headers: [],
    notes: [],
  })

  it('keeps the last 500 of each channel', () => {
    const store = new MessageStore(undefined)
    store.add(message('push', 'push'))
    for (let i = 1; i <= MESSAGES_KEPT + 3; i++) store.add(message(`mail ${i}`))
    const mails = store.list({ channel: 'email' })
    expect(mails).toHaveLength(MESSAGES_KEPT)
    expect(mails[0]?.title).toBe(`mail ${MESSAGES_KEPT + 3}`)
    expect(mails.at(-1)?.title).toBe('mail 4')
    expect(store.list({ channel: 'push' })).toHaveLength(1)
    store.close()
  })

  it('survives a restart, with the keys and the browsers', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'pauta-inbox-'))
    const port = await findOwnPort()
    const before = await startInbox({ port, dataDir, log })
    before.webhooks.trust('um', 'whsec_eA==')
    const { endpoint } = before.push.subscribe()
    const channel = openMail(before.smtp)
    await channel.send({ to: 'ana@exemplo.org', subject: 'Olá', html: '<p>Olá</p>', text: 'Olá' }, options())
    channel.close()
    await before.stop()
    await untilNobodyIsAt(port)
    const after = await startInbox({ port, dataDir, log })
    expect(after.list().map(({ title }) => title)).toEqual(['Olá'])
    expect(after.vapid).toEqual(before.vapid)
    expect((await fetch(endpoint, { method: 'POST' })).status).toBe(400)
    await after.stop()
    await rm(dataDir, { recursive: true })
  })

  it('reports no failure', () => {
    expect(failures).toEqual([])
  })
})
