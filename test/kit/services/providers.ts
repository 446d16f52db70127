import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { callbackify } from 'node:util'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** One message that a provider received. Repeated messages are not merged. */
export interface Taken {
  way: 'smtp' | 'ses' | 'telegram' | 'push' | 'webhook' | 'slack'
  /** The recipient: e-mail address, chat id, or the path of the endpoint or webhook. */
  to: string
  /** The key by which its receiver recognises a repetition, if the channel has one. */
  key: string | undefined
  body: string
  headers: IncomingHttpHeaders
}

/** An answer of an HTTP provider in place of the usual one. */
export interface Says {
  status: number
  headers?: Record<string, string>
  body?: string
}

export interface Providers {
  /** Chooses the answers of the HTTP providers: `/hook/…`, `/push/…`, Telegram's `/bot…` and SES's `/v2/…`. */
  origin: string
  smtpPort: number
  taken: Taken[]
  /**
   * Called when a message has arrived completely: before it is recorded, and before it is answered. If it never
   * resolves,
   * there is no answer.
   */
  watch: (message: Taken, moment: 'before' | 'after') => Promise<void> | void
  /** Replaces the usual answer; the message is then not recorded. */
  say: (message: Taken) => Says | undefined
  /** Delay of an answer. */
  answerAfterMs: number
  /** Accepts everything again, and removes the recorded messages. */
  reset(): void
  stop(): Promise<void>
}

const KEYS: Partial<Record<Taken['way'], (headers: IncomingHttpHeaders, path: string) => string>> = {
  webhook: (headers) => String(headers['webhook-id']),
  push: (headers, path) => `${path} ${String(headers['topic'])}`,
}

function readRequest(path: string, headers: IncomingHttpHeaders, body: string): Taken {
  const make = (way: Taken['way'], to: string): Taken => ({
    way,
    to,
    key: KEYS[way]?.(headers, path),
    body,
    headers,
  })
  if (path.startsWith('/bot')) return make('telegram', (JSON.parse(body) as { chat_id: string }).chat_id)
  if (path.startsWith('/v2/')) {
    const { Destination } = JSON.parse(body) as { Destination: { ToAddresses: string[] } }
    return make('ses', Destination.ToAddresses[0] ?? '')
  }
  if (path.startsWith('/services/')) return make('slack', path)
  return make(path.startsWith('/push/') ? 'push' : 'webhook', path)
}

const USUAL: Record<Exclude<Taken['way'], 'smtp'>, Says> = {
  telegram: { status: 200, body: '{"ok":true,"result":{"message_id":1}}' },
  ses: { status: 200, body: '{"MessageId":"ses-1"}', headers: { 'content-type': 'application/json' } },
  push: { status: 201 },
  webhook: { status: 200 },
  slack: { status: 200, body: 'ok' },
}

async function answer(providers: Providers, message: Taken, response: ServerResponse): Promise<void> {
  await providers.watch(message, 'before')
  const said = providers.say(message)
  if (!said) providers.taken.push(message)
  await providers.watch(message, 'after')
  if (providers.answerAfterMs > 0) await delay(providers.answerAfterMs)
  const { status, headers, body } = said ?? USUAL[message.way as keyof typeof USUAL]
  response.writeHead(status, headers).end(body ?? '')
}

function makeSmtpServer(providers: Providers): SMTPServer {
  const take = async (mail: Taken) => {
    await providers.watch(mail, 'before')
    const said = providers.say(mail)
    if (!said) providers.taken.push(mail)
    await providers.watch(mail, 'after')
    if (providers.answerAfterMs > 0) await delay(providers.answerAfterMs)
    if (said) throw Object.assign(new Error(said.body ?? 'refused'), { responseCode: said.status })
  }
  const onData: SMTPServerOptions['onData'] = (stream, { envelope }, callback) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      const to = envelope.rcptTo[0]?.address ?? ''
      const mail: Taken = {
        way: 'smtp',
        to,
        key: undefined,
        body: Buffer.concat(chunks).toString(),
        headers: {},
      }
      callbackify(take)(mail, callback)
    })
  }
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    // Clients keep their connections for the next mail.
    closeTimeout: 1,
    onData,
  })
  // Tests kill clients, which breaks their connections.
  server.on('error', () => undefined)
  return server
}

const takesEverything = {
  watch: () => undefined,
  say: () => undefined,
  answerAfterMs: 0,
} satisfies Partial<Providers>

/** Starts one provider of each kind on this machine. By default they accept everything. */
export async function startProviders(): Promise<Providers> {
  const http = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const message = readRequest(
        request.url ?? '',
        request.headers,
        Buffer.concat(chunks).toString('latin1'),
      )
      void answer(providers, message, response)
    })
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const providers: Providers = {
    origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    smtpPort: 0,
    taken: [],
    ...takesEverything,
    reset() {
      this.taken.length = 0
      Object.assign(this, takesEverything)
    },
    async stop() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
      await new Promise<void>((resolve) => smtp.close(() => resolve()))
    },
  }
  const smtp = makeSmtpServer(providers)
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  providers.smtpPort = (smtp.server.address() as AddressInfo).port
  return providers
}

/** Settings of a stack whose channels send to the providers; e-mail by SMTP. */
export function deliveryTo(providers: Providers, vapid: { publicKey: string; privateKey: string }) {
  return {
    outboundOrigins: [providers.origin],
    delivery: {
      email: {
        kind: 'smtp' as const,
        host: '127.0.0.1',
        port: providers.smtpPort,
        tls: 'off',
        fromName: 'Pauta',
        fromAddress: 'pauta@exemplo.org',
      },
      telegram: { token: '1:token', apiUrl: providers.origin, botName: 'pauta_bot', updatesSecret: 'secret' },
      push: { ...vapid, subject: 'mailto:pauta@exemplo.org' },
    },
  }
}

/** Headers, plain text and HTML of a mail, as a mail program decodes them. */
export async function readMail(mail: Taken | undefined): Promise<string> {
  const { headers, text = '', html = '' } = await PostalMime.parse(mail?.body ?? '')
  return [...headers.map(({ key, value }) => `${key}: ${value}`), text, html].join('\n')
}
