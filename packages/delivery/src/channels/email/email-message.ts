import type { SendMailOptions } from 'nodemailer'
import type { Mail } from '../../mails/mail.ts'

export interface EmailMessage extends Mail {
  to: string
  /** URL that unsubscribes with one POST (RFC 8058). Absent in mails that nobody subscribed to. */
  unsubscribeUrl?: string
}

export interface EmailSender {
  name: string
  address: string
}

const ADDRESS_MAX_CHARACTERS = 254
const SUBJECT_MAX_CHARACTERS = 200
/** One plain address: no name, list, comment, quoting or line break, so that no header can be injected. */
const ADDRESS = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[^\s@<>()[\]\\,;:"\p{Cc}]+\.[^\s@<>()[\]\\,;:"\p{Cc}]+$/u

/** Whether `text` is one plain e-mail address. */
export function isPlainAddress(text: string): boolean {
  return text.length <= ADDRESS_MAX_CHARACTERS && ADDRESS.test(text)
}

/** Makes one header line: replaces control characters by blanks and cuts long text. */
function headerLine(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return [...line].slice(0, SUBJECT_MAX_CHARACTERS).join('')
}

/** Returns `<ledger id@sender domain>`. The same delivery always has the same Message-ID. */
function messageIdOf(deliveryId: string, from: EmailSender): string {
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  return `<${deliveryId.replaceAll(/[^A-Za-z0-9._-]/g, '')}@${domain}>`
}

/** Converts a message for nodemailer. All parts are text, so that nodemailer reads no file and no URL. */
export function toMailOptions(message: EmailMessage, deliveryId: string, from: EmailSender): SendMailOptions {
  const { to, unsubscribeUrl } = message
  return {
    from,
    to: { name: '', address: to },
    // Sets the envelope explicitly, so that no header can add a recipient.
    envelope: { from: from.address, to: [to] },
    subject: headerLine(message.subject),
    html: message.html,
    text: message.text,
    // Encoding a long digest as quoted-printable takes twice the time of everything else in composing a mail.
    textEncoding: 'base64',
    messageId: messageIdOf(deliveryId, from),
    disableFileAccess: true,
    disableUrlAccess: true,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl === undefined
        ? {}
        : {
            'List-Unsubscribe': `<${new URL(unsubscribeUrl).href}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
    },
  }
}
