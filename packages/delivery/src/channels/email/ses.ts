import type { SESv2Client } from '@aws-sdk/client-sesv2'
import { DELIVERY_TAG } from './mail-events.ts'
import { createTransport } from 'nodemailer'
import { retryAllLater, type Channel, type SendOutcome } from '../channel.ts'
import { isPlainAddress, toMailOptions, type EmailMessage, type EmailSender } from './email-message.ts'

const CONNECT_TIMEOUT_MS = 5000
const REQUEST_TIMEOUT_MS = 15_000
const SOCKETS = 50

export interface SesOptions {
  from: EmailSender
  /** The configuration set that publishes events to the worker `mail-feedback`. */
  configurationSet?: string
  /** Address of an emulator; the region's own endpoint if absent. */
  endpoint?: string
}

interface SesFailure {
  name?: string
  code?: string
  message?: string
  $metadata?: { httpStatusCode?: number }
  $response?: unknown
}

/** Failures before a connection was made: Node's codes, and the SDK's message for its own time-out. */
const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])
const NEVER_ESTABLISHED = /without establishing a connection/

function readFailure(failure: SesFailure): SendOutcome {
  const { name = 'Error', code = '', message = '' } = failure
  const status = failure.$metadata?.httpStatusCode
  const reason = ['ses', name, status].filter(Boolean).join(' ')
  if (name === 'CredentialsProviderError' || name.startsWith('ExpiredToken'))
    return retryAllLater(reason, undefined)
  // No status: either the request or its answer was lost.
  if (failure.$response === undefined) {
    const unreached = NEVER_CONNECTED.has(code) || NEVER_ESTABLISHED.test(message)
    return unreached ? retryAllLater(reason, undefined) : { kind: 'uncertain', reason }
  }
  if (status === 429 || status === 503 || name === 'ThrottlingException')
    return retryAllLater(reason, undefined)
  if (status !== undefined && status >= 500) return { kind: 'uncertain', reason }
  // A paused account, an unverified domain or a missing permission is our fault, so the mail is retried.
  const ours = status === 401 || status === 403 || status === 404 || /Paused|Suspended|NotVerified/.test(name)
  return ours ? retryAllLater(reason, undefined) : { kind: 'rejected', reason }
}

/**
 * Sends e-mail by Amazon SES. nodemailer composes a raw message, tagged with the ledger id, so that SES's Send event
 * settles uncertain rows. The SDK's retries are off, because they could send a mail twice.
 */
export function sesChannel({ from, configurationSet, endpoint }: SesOptions): Channel<EmailMessage> {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  let client: SESv2Client | undefined
  return {
    name: 'email',
    async send(message, { deliveryId, signal }) {
      if (!isPlainAddress(message.to))
        return { kind: 'rejected', reason: 'not an e-mail address', gone: true }
      const { message: data } = await composer.sendMail(toMailOptions(message, deliveryId, from))
      // Loaded on demand: a worker that sends by SMTP never needs the SDK.
      const { SESv2Client, SendEmailCommand } = await import('@aws-sdk/client-sesv2')
      client ??= new SESv2Client({
        maxAttempts: 1,
        requestHandler: {
          connectionTimeout: CONNECT_TIMEOUT_MS,
          requestTimeout: REQUEST_TIMEOUT_MS,
          throwOnRequestTimeout: true,
          httpsAgent: { maxSockets: SOCKETS, keepAlive: true },
        },
        ...(endpoint === undefined ? {} : { endpoint }),
      })
      const command = new SendEmailCommand({
        FromEmailAddress: from.address,
        Destination: { ToAddresses: [message.to] },
        Content: { Raw: { Data: data as Buffer } },
        EmailTags: [{ Name: DELIVERY_TAG, Value: deliveryId }],
        ...(configurationSet === undefined ? {} : { ConfigurationSetName: configurationSet }),
      })
      try {
        const { MessageId } = await client.send(command, { abortSignal: signal })
        return { kind: 'sent', ...(MessageId === undefined ? {} : { providerId: MessageId }) }
      } catch (error) {
        return readFailure(error as SesFailure)
      }
    },
    close: () => client?.destroy(),
  }
}
