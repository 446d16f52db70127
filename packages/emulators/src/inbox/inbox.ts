import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  DELIVERY_CHANNELS,
  URL_CHANNELS,
  type DeliveryChannel,
  type UrlChannel,
} from '@pauta/platform/config/delivery-channels'
import {
  jsonAnswer,
  assertLocal,
  assertOwnPage,
  readFields,
  readRequest,
  Refused,
  type InboxAnswer,
  type InboxRequest,
  type UrlReceiver,
} from './http-exchange.ts'
import { startMailbox, type Mailbox } from './mailbox.ts'
import { MessageStore, type InboxMessage, type MessageQuery } from './message-store.ts'
import { inboxPage } from './page.ts'
import { PushService, vapidKeysOf } from './push-service.ts'
import { TelegramApi } from './telegram-api.ts'
import { SlackReceiver } from './slack-receiver.ts'
import { WebhookReceiver } from './webhook-receiver.ts'
import { startOnPreferredPort } from '../preferred-port.ts'

const HOST = '127.0.0.1'
const BOT_TOKEN = '1000001:local-bot'

export interface InboxOptions {
  /** Preferred port. A free port is used when it is 0 or in use by another program. */
  port: number
  /** Folder that keeps the messages between starts. Undefined keeps them in memory. */
  dataDir?: string | undefined
  log: (error: unknown, what: string) => void
}

/** Receives everything that the service would send to people and to other systems. */
export interface Inbox {
  /** Address of the page. Telegram's interface, the push service and the webhooks have the same origin. */
  url: string
  smtp: { host: string; port: number }
  telegram: TelegramApi
  botToken: string
  /** The keys by which the push service identifies the sender. */
  vapid: { publicKey: string; privateKey: string }
  push: PushService
  webhooks: WebhookReceiver
  /** Returns the received messages, newest first. */
  list(query?: MessageQuery): InboxMessage[]
  stop(): Promise<void>
}

/** The sandbox also applies to a mail that is opened in its own tab. */
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src https: http: data:"

const findChannel = (name: string | null) => DELIVERY_CHANNELS.find((channel) => channel === name)

const seeOther = (location: string): InboxAnswer => ({ status: 303, headers: { location } })

/** The receivers of an inbox besides its mailbox. */
type Receivers = Pick<Inbox, 'telegram' | 'push' | 'webhooks'>

/** Routes requests to the receivers and the pages of one inbox. */
class InboxSite {
  readonly #store: MessageStore
  readonly #parts: Receivers
  readonly #mailbox: Mailbox
  /** What receives at the URLs of each channel. */
  readonly #receivers: Record<UrlChannel, UrlReceiver>

  constructor(store: MessageStore, mailbox: Mailbox, parts: Receivers) {
    this.#store = store
    this.#mailbox = mailbox
    this.#receivers = { webhook: parts.webhooks, slack: new SlackReceiver(store) }
    this.#parts = parts
  }

  async answer(request: InboxRequest): Promise<InboxAnswer> {
    assertLocal(request)
    const { telegram, push } = this.#parts
    const path = request.url.pathname
    if (telegram.serves(path)) return telegram.answer(request)
    if (path.startsWith('/push/')) return push.answer(request)
    const receiver = Object.values(this.#receivers).find((each) => path.startsWith(each.path))
    if (receiver) return receiver.answer(request)
    return request.method === 'POST' ? await this.#act(request) : this.#show(request)
  }

  async #act(request: InboxRequest): Promise<InboxAnswer> {
    assertOwnPage(request)
    const { telegram, push, webhooks } = this.#parts
    const fields = readFields(request)
    const field = (name: string) => {
      const value = fields[name]
      return typeof value === 'string' ? value.trim() : ''
    }
    switch (request.url.pathname) {
      case '/telegram/people': {
        const text = field('text')
        const start = URL.parse(text)?.searchParams.get('start')
        await telegram.write(Number(field('chat')), start ? `/start ${start}` : text)
        return seeOther('/?channel=telegram')
      }
      case '/webhooks-trusted':
        webhooks.trust(field('name'), field('secret'))
        return seeOther('/?channel=webhook')
      case '/browsers':
        return this.#page(request, { told: JSON.stringify(push.subscribe(), null, 2), channel: 'push' })
      default:
        return { status: 404 }
    }
  }

  #show(request: InboxRequest): InboxAnswer {
    const { pathname, searchParams } = request.url
    const channel = findChannel(searchParams.get('channel'))
    if (pathname === '/') return this.#page(request, { channel })
    if (pathname === '/api/latest') return { status: 200, body: String(this.#store.list()[0]?.id ?? 0) }
    if (pathname === '/api/messages')
      return jsonAnswer(200, this.#store.list({ channel, to: searchParams.get('to') ?? undefined }))
    const [, id, html] = /^\/messages\/(\d+)(\/html)?$/.exec(pathname) ?? []
    const message = id === undefined ? undefined : this.#store.find(Number(id))
    if (!message) return { status: 404 }
    if (html === undefined) return this.#page(request, { channel, selected: message })
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': MAIL_POLICY }
    return { status: 200, headers, body: message.html ?? '' }
  }

  #page(
    { url }: InboxRequest,
    shown: { channel: DeliveryChannel | undefined; selected?: InboxMessage; told?: string },
  ): InboxAnswer {
    const receiver = URL_CHANNELS.find((channel) => channel === shown.channel)
    return inboxPage({
      messages: this.#store.list(),
      selected: undefined,
      view: url.searchParams.get('view') ?? 'html',
      origin: url.origin,
      help: receiver && this.#receivers[receiver].help(url.origin),
      smtp: `${this.#mailbox.host}:${this.#mailbox.port}`,
      ...shown,
    })
  }
}

function write(response: ServerResponse, { status, headers, body }: InboxAnswer): void {
  response.writeHead(status, headers)
  response.end(body)
}

async function listen(port: number): Promise<Server> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, HOST, resolve)
  })
  return server
}

/** Starts a mailbox (SMTP), Telegram's Bot API, a push service and a webhook receiver, with one page for all. */
export async function startInbox({ port, dataDir, log }: InboxOptions): Promise<Inbox> {
  const store = new MessageStore(dataDir)
  const mailbox = await startMailbox(store)
  const server = await startOnPreferredPort(port, listen)
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  const telegram = new TelegramApi({ store, botToken: BOT_TOKEN })
  const push = new PushService(store, origin)
  const webhooks = new WebhookReceiver(store)
  const site = new InboxSite(store, mailbox, { telegram, push, webhooks })

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    try {
      write(response, await site.answer(await readRequest(request, origin)))
    } catch (error) {
      if (error instanceof Refused) return write(response, error.answer)
      log(error, `the inbox failed at ${request.url ?? '/'}`)
      write(response, { status: 500, body: error instanceof Error ? error.message : 'failed' })
    }
  }
  server.on('request', (request, response) => void serve(request, response))

  return {
    url: origin,
    smtp: { host: mailbox.host, port: mailbox.port },
    telegram,
    botToken: BOT_TOKEN,
    vapid: vapidKeysOf(store),
    push,
    webhooks,
    list: (query) => store.list(query),
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await Promise.all([closed, mailbox.stop()])
      store.close()
    },
  }
}
