import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { callbackify } from 'node:util'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { readWholeRequest } from '@pauta/platform/input/read-bounded'
import type { MessageStore } from './message-store.ts'

const HOST = '127.0.0.1'
const MAIL_MAX_BYTES = 10 * 1024 * 1024

export interface Mailbox {
  host: string
  port: number
  stop(): Promise<void>
}

async function readMail(stream: SMTPServerDataStream): Promise<Buffer> {
  return await readWholeRequest(stream as AsyncIterable<Buffer>, MAIL_MAX_BYTES, (bytes) =>
    Object.assign(new Error(`Mails of more than ${bytes} bytes are refused`), { responseCode: 552 }),
  )
}

async function keepMail(store: MessageStore, raw: Buffer, recipients: readonly string[]): Promise<void> {
  const mail = await PostalMime.parse(raw)
  for (const to of recipients)
    store.add({
      channel: 'email',
      to,
      title: mail.subject ?? '(no subject)',
      text: mail.text ?? '',
      html: mail.html ?? null,
      headers: mail.headers.map(({ originalKey, value }) => [originalKey, value]),
      notes: mail.attachments.map(({ filename, mimeType }) => `attachment ${filename ?? ''} (${mimeType})`),
    })
}

/** Starts an SMTP server that stores every mail for any recipient, without TLS and without login. */
export async function startMailbox(store: MessageStore, port = 0): Promise<Mailbox> {
  const sockets = new Set<Socket>()
  const take = callbackify(async (stream: SMTPServerDataStream, { envelope }: SMTPServerSession) => {
    const recipients = envelope.rcptTo.map(({ address }) => address)
    await keepMail(store, await readMail(stream), recipients)
  })
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    size: MAIL_MAX_BYTES,
    onData: (stream, session, callback) => take(stream, session, (error) => callback(error)),
  })
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  // A client may close the connection in the middle of a mail; the mailbox ignores such errors.
  server.on('error', () => undefined)
  server.listen(port, HOST)
  await once(server.server, 'listening')
  return {
    host: HOST,
    port: (server.server.address() as AddressInfo).port,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
