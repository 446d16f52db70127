import { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import { retryAllLater, type Channel, type SendOutcome } from '../channel.ts'
import { isPlainAddress, toMailOptions, type EmailMessage, type EmailSender } from './email-message.ts'

const CONNECT_TIMEOUT_MS = 10_000
const SOCKET_TIMEOUT_MS = 20_000
/** Waiting for a connection of the pool included. */
const SEND_TIMEOUT_MS = 60_000
const IDLE_MS = 30_000
const CONNECTIONS = 50
const MESSAGES_PER_CONNECTION = 1000

export interface SmtpOptions {
  host: string
  port: number
  /** `implicit` from the first byte (465), `starttls` required (587), `off` for a laptop's mailbox. */
  tls: 'implicit' | 'starttls' | 'off'
  auth?: { user: string; pass: string }
  from: EmailSender
  /** 50. */
  connections?: number
}

interface SmtpFailure {
  code?: string
  command?: string
  responseCode?: number
  response?: string
}

/** Enhanced status codes of mailboxes and domains that do not exist (RFC 3463). */
const NO_SUCH_ADDRESS = /\b5\.1\.(?:1|2|3|6|10)\b/

/** Nothing can be handed over: the server is not reached, or does not let us in. */
const NOBODYS_MAIL = new Set(['EAUTH', 'ETLS', 'EDNS'])
/** The server closes its connections, mostly because it has too many of ours. */
const CLOSING = 421

/** What a failure means. The server's words may hold the address, so only its codes are kept. */
function readFailure(failure: SmtpFailure, bodyLeft: boolean): SendOutcome {
  const { code = 'error', command, responseCode, response = '' } = failure
  const enhanced = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(response)?.[0]
  const reason = ['smtp', responseCode ?? code, enhanced, command && `at ${command}`]
    .filter(Boolean)
    .join(' ')
  if (responseCode === undefined && bodyLeft) return { kind: 'uncertain', reason }
  if (NOBODYS_MAIL.has(code) || command === 'CONN' || responseCode === CLOSING)
    return retryAllLater(reason, undefined)
  const refusesMessage = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (refusesMessage && (responseCode === undefined || responseCode >= 500)) {
    const gone = command === 'RCPT TO' && NO_SUCH_ADDRESS.test(response)
    return { kind: 'rejected', reason, ...(gone ? { gone } : {}) }
  }
  return { kind: 'retry', reason }
}

/** What of nodemailer's compiled message is needed to see whether its body left. */
interface CompiledMessage {
  createReadStream(options?: object): Readable
}

/**
 * Calls `onLeave` when the first byte of the body is asked for, which SMTP does only after the server agreed to take
 * it. A second reading would be a second hand-off, so it fails.
 */
function watchBody(message: CompiledMessage, onLeave: () => void): void {
  const create = message.createReadStream.bind(message)
  let left = false
  message.createReadStream = (options) =>
    Readable.from(
      (async function* () {
        if (left) throw new Error('the message has left before')
        left = true
        onLeave()
        yield* create(options)
      })(),
    )
}

/**
 * E-mail over a pool of SMTP connections. A failure is uncertain only where the body left and no reply came; before
 * that, and with any reply, it is known whether the server took the message.
 */
export function smtpChannel(options: SmtpOptions): Channel<EmailMessage> {
  const transport = createTransport({
    pool: true,
    host: options.host,
    port: options.port,
    secure: options.tls === 'implicit',
    requireTLS: options.tls === 'starttls',
    ignoreTLS: options.tls === 'off',
    ...(options.auth ? { auth: options.auth } : {}),
    maxConnections: options.connections ?? CONNECTIONS,
    maxMessages: MESSAGES_PER_CONNECTION,
    // A connection that the server closed while it was idle: once more over a fresh one, as nothing was sent.
    maxRequeues: 1,
    idleTimeout: IDLE_MS,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
  })
  const left = new WeakSet<object>()
  transport.use('stream', (mail, done) => {
    watchBody(mail.message, () => left.add(mail.data.headers as object))
    done()
  })
  return {
    name: 'email',
    async send(message, { deliveryId, signal }) {
      if (!isPlainAddress(message.to))
        return { kind: 'rejected', reason: 'not an e-mail address', gone: true }
      const mail = toMailOptions(message, deliveryId, options.from)
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(SEND_TIMEOUT_MS)])
      try {
        const { response } = await transport.sendMail({ ...mail, signal: deadline })
        return { kind: 'sent', providerId: response.slice(0, 200) }
      } catch (error) {
        return readFailure(error as SmtpFailure, left.has(mail.headers as object))
      }
    },
    close: () => transport.close(),
  }
}
