import { once } from 'node:events'
import type { Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { Certificate } from '../kit/services/certificate.ts'
import { findOwnPort, untilNobodyIsAt } from '../kit/stack/own-port.ts'

export interface MailServer {
  port: number
  /** Raw messages in order of arrival. */
  mails: string[]
  /** Connections so far. */
  connections(): number
  stop(): Promise<void>
}

type Refusal = (address: string) => { code: number; text: string } | undefined

export interface MailServerOptions {
  /** Chooses the refusal of a recipient. */
  refuse?: Refusal
  /** Chooses the refusal of a sender. */
  refuseSender?: Refusal
  /** After the whole message: a refusal, or `cut` to break the connection instead of answering. */
  afterBody?: () => { code: number; text: string } | 'cut' | 'silence' | undefined
  answerAfterMs?: number
  /** Whether the server takes each command only after its answer to the one before. */
  oneByOne?: boolean
  /** The required password. Without it, the server requires no login. */
  password?: string
  /** Offers STARTTLS with this key and certificate. Without them there is no TLS. */
  certificate?: Certificate
}

const refusal = ({ code, text }: { code: number; text: string }) =>
  Object.assign(new Error(text), { responseCode: code })

/** A real SMTP server, whose replies the test chooses. */
export async function startMailServer({
  refuse,
  refuseSender,
  afterBody,
  answerAfterMs = 0,
  oneByOne = false,
  password,
  certificate,
}: MailServerOptions = {}): Promise<MailServer> {
  const mails: string[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const onData: SMTPServerOptions['onData'] = (stream, _, callback) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      mails.push(Buffer.concat(chunks).toString())
      const fate = afterBody?.()
      if (fate === 'silence') return
      if (fate === 'cut') for (const socket of sockets) socket.destroy()
      else setTimeout(() => callback(fate ? refusal(fate) : null), answerAfterMs)
    })
  }
  const server = new SMTPServer({
    ...certificate,
    disabledCommands: [
      ...(password === undefined ? ['AUTH'] : []),
      ...(certificate === undefined ? ['STARTTLS'] : []),
    ],
    allowInsecureAuth: certificate === undefined,
    onAuth(given, _, callback) {
      if (given.password === password) callback(null, { user: given.username })
      else callback(refusal({ code: 535, text: '5.7.8 wrong password' }))
    },
    disableReverseLookup: true,
    hidePIPELINING: oneByOne,
    logger: false,
    onMailFrom({ address }, _, callback) {
      const refused = refuseSender?.(address)
      callback(refused ? refusal(refused) : null)
    },
    onRcptTo({ address }, _, callback) {
      const refused = refuse?.(address)
      callback(refused ? refusal(refused) : null)
    },
    onData,
  })
  server.server.on('connection', (socket: Socket) => {
    connections++
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('error', () => undefined)
  const port = await findOwnPort()
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    port,
    mails,
    connections: () => connections,
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      await untilNobodyIsAt(port)
    },
  }
}
