import type { SESv2Client } from '@aws-sdk/client-sesv2'
import { DELIVERY_TAG } from '../../ledger/mail-events.ts'
import { createTransport } from 'nodemailer'
import { retryAllLater, type Channel, type SendOutcome } from '../channel.ts'
import { isPlainAddress, toMailOptions, type EmailMessage, type EmailSender } from './email-message.ts'

const CONNECT_TIMEOUT_MS = 5000
const REQUEST_TIMEOUT_MS = 15_000
const SOCKETS = 50

export interface SesOptions {
  from: EmailSender
  /** The configuration set whose events go to the worker `mail-feedback`. */
  configurationSet?: string
  /** Of an emulator; else the region's own. */
  endpoint?: string
}

interface SesFailure {
  name?: string
  code?: string
  message?: string
  $metadata?: { httpStatusCode?: number }
  $response?: unknown
}

/** Failures before a connection stood, by Node's code or by the SDK's words for its own time-out. */
const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])
const NEVER_ESTABLISHED = /without establishing a connection/

function readFailure(failure: SesFailure): SendOutcome {
  const { name = 'Error', code = '', message = '' } = failure
  const status = failure.$metadata?.httpStatusCode
  const reason = ['ses', name, status].filter(Boolean).join(' ')
  if (name === 'CredentialsProviderError' || name.startsWith('ExpiredToken'))
    return retryAllLater(reason, undefined)
  // No status: the request failed on its way, or its answer did.
  if (failure.$response === undefined) {
    const unreached = NEVER_CONNECTED.has(code) || NEVER_ESTABLISHED.test(message)
    return unreached ? retryAllLater(reason, undefined) : { kind: 'uncertain', reason }
  }
  if (status === 429 || status === 503 || name === 'ThrottlingException')
    return retryAllLater(reason, undefined)
  if (status !== undefined && status >= 500) return { kind: 'uncertain', reason }
  // A paused account, a domain that is not verified yet, missing permission: ours to mend, nobody's mail to give up.
  const ours = status === 401 || status === 403 || status === 404 || /Paused|Suspended|NotVerified/.test(name)
  return ours ? retryAllLater(reason, undefined) : { kind: 'rejected', reason }
}

/**
 * E-mail by Amazon SES. nodemailer composes the message, SES gets it raw with the ledger id as a message tag, so its
 * Send event settles what stayed uncertain. The SDK's own retries are off: they would send again what may have arrived.
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
      // Loaded late: a worker over SMTP never needs it.
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
