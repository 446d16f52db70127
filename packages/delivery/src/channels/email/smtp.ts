import { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import { retryAllLater, type Channel, type SendOutcome } from '../channel.ts'
import { isPlainAddress, toMailOptions, type EmailMessage, type EmailSender } from './email-message.ts'

const CONNECT_TIMEOUT_MS = 10_000
const SOCKET_TIMEOUT_MS = 20_000
/** Includes the wait for a pooled connection. */
const SEND_TIMEOUT_MS = 60_000
const IDLE_MS = 30_000
const CONNECTIONS = 50
const MESSAGES_PER_CONNECTION = 1000

export interface SmtpOptions {
  host: string
  port: number
  /**
   * `implicit`: TLS from the first byte (port 465). `starttls`: STARTTLS required (port 587). `off`: for a laptop's
   * mailbox.
   */
  tls: 'implicit' | 'starttls' | 'off'
  auth?: { user: string; pass: string }
  from: EmailSender
  /** Size of the pool; 50 by default. */
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

/** The server is unreachable or refuses our login, so no mail can be sent. */
const NOBODYS_MAIL = new Set(['EAUTH', 'ETLS', 'EDNS'])
/** 421: the server closes the connection, mostly because there are too many of ours. */
const CLOSING = 421
/** Refusals of a size, which the client announces with the sender (RFC 1870). */
const TOO_LARGE = new Set([452, 552])

/** Enhanced status codes of an address, a mailbox or its domain (RFC 3463), and not of the server or its policy. */
const OF_RECIPIENT = /\b4\.[124]\.\d/

/** nodemailer names CONN and ECONNECTION where the server takes several commands at once, and the recipient got the 421. */
const isAtRecipient = ({ code, command }: SmtpFailure) =>
  command === 'RCPT TO' || (command === 'CONN' && code === 'ECONNECTION')

/**
 * Whether a failure concerns all mails, which have the same sender. A server that closes the connection because of one
 * recipient may do so at each attempt, so that mail alone is tried again, and the others do not wait for it.
 */
function isNobodysMail(failure: SmtpFailure): boolean {
  const { code = '', command, responseCode, response = '' } = failure
  if (NOBODYS_MAIL.has(code)) return true
  if (responseCode === CLOSING) return !(isAtRecipient(failure) && OF_RECIPIENT.test(response))
  if (command === 'MAIL FROM') return responseCode !== undefined && !TOO_LARGE.has(responseCode)
  return command === 'CONN'
}

/** Returns the outcome of a failure. Keeps only codes, because the server's text may contain the address. */
function readFailure(failure: SmtpFailure, bodyLeft: boolean): SendOutcome {
  const { code = 'error', command, responseCode, response = '' } = failure
  const enhanced = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(response)?.[0]
  const reason = ['smtp', responseCode ?? code, enhanced, command && `at ${command}`]
    .filter(Boolean)
    .join(' ')
  if (responseCode === undefined && bodyLeft) return { kind: 'uncertain', reason }
  if (isNobodysMail(failure)) return retryAllLater(reason, undefined)
  const refusesMessage = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (refusesMessage && (responseCode === undefined || responseCode >= 500)) {
    const gone = command === 'RCPT TO' && NO_SUCH_ADDRESS.test(response)
    return { kind: 'rejected', reason, ...(gone ? { gone } : {}) }
  }
  return { kind: 'retry', reason }
}

/** The part of nodemailer's compiled message that shows whether the body was read. */
interface CompiledMessage {
  createReadStream(options?: object): Readable
}

/**
 * Calls `onLeave` when the first byte of the body is read, which SMTP does only after the server agreed to receive it.
 * Throws at a second read, because that would be a second hand-off.
 */
function watchBody(message: CompiledMessage, onLeave: () => void): void {
  const create = message.createReadStream.bind(message)
  let left = false
  message.createReadStream = (options) =>
    Readable.from(
      (async function* () {
        if (left) throw new Error('the message body was read before')
        left = true
        onLeave()
        yield* create(options)
      })(),
    )
}

/**
 * Sends e-mail over a pool of SMTP connections. A failure is uncertain only if the body was transmitted and no reply
 * came. In all other cases it is known whether the server accepted the message.
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
    // If the server closed an idle connection, nothing was sent: try once more over a new connection.
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
