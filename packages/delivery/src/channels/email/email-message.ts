import type { SendMailOptions } from 'nodemailer'

export interface EmailMessage {
  to: string
  subject: string
  html: string
  text: string
  /** Takes a POST that unsubscribes at once (RFC 8058); absent on what nobody subscribed to. */
  unsubscribeUrl?: string
}

export interface EmailSender {
  name: string
  address: string
}

const ADDRESS_MAX_CHARACTERS = 254
const SUBJECT_MAX_CHARACTERS = 200
/** One plain address: no name, list, comment, quoting or line break, which a header could be made of. */
const ADDRESS = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[^\s@<>()[\]\\,;:"\p{Cc}]+\.[^\s@<>()[\]\\,;:"\p{Cc}]+$/u

/** Whether `text` is one plain e-mail address. */
export function isPlainAddress(text: string): boolean {
  return text.length <= ADDRESS_MAX_CHARACTERS && ADDRESS.test(text)
}

/** One line for a header: control characters become blanks, and what is too long is cut. */
function headerLine(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return [...line].slice(0, SUBJECT_MAX_CHARACTERS).join('')
}

/** `<ledger id@our domain>`: the same delivery has the same Message-ID, however often it is handed over. */
function messageIdOf(deliveryId: string, from: EmailSender): string {
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  return `<${deliveryId.replaceAll(/[^A-Za-z0-9._-]/g, '')}@${domain}>`
}

/** The message as nodemailer takes it. Its parts are texts alone: nothing is read from a file or a URL. */
export function toMailOptions(message: EmailMessage, deliveryId: string, from: EmailSender): SendMailOptions {
  const { to, unsubscribeUrl } = message
  return {
    from,
    to: { name: '', address: to },
    // The envelope is given too, so that no header can add a recipient.
    envelope: { from: from.address, to: [to] },
    subject: headerLine(message.subject),
    html: message.html,
    text: message.text,
    // A digest is long, and quoted-printable costs a worker twice the time that everything else about a mail does.
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
