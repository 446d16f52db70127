import { once } from 'node:events'
import { createServer, Socket, type AddressInfo } from 'node:net'
import { sesChannel } from '@pauta/delivery/channels/email/ses'
import { smtpChannel, type SmtpOptions } from '@pauta/delivery/channels/email/smtp'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startMailServer } from './local-mail-server.ts'
import { signal, startReceiver } from './local-receiver.ts'

const from = { name: 'Pauta', address: 'clippings@pauta.example' }
const message = { to: 'leitora@example.org', subject: 'Saúde', html: '<p>Oi</p>', text: 'Oi' }

const started: { stop(): unknown }[] = []
afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  for (const one of started.splice(0)) await one.stop()
})

/** Starts a server that only passes each connection on. */
async function listen(onConnection: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    onConnection(socket)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const stop = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  started.push({ stop })
  return { port: (server.address() as AddressInfo).port, connected: once(server, 'connection') }
}

function open(port: number, options: Partial<SmtpOptions> = {}) {
  const channel = smtpChannel({ host: '127.0.0.1', port, tls: 'off', from, ...options })
  started.push({ stop: () => channel.close() })
  return (deliveryId = 'd1') => channel.send(message, { deliveryId, signal: signal() })
}

/** Faked so that a test need not wait. Connections go on, because only these functions are faked. */
const stopClock = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
const isOpen = async (sending: Promise<unknown>) =>
  (await Promise.race([sending, new Promise((resolve) => void setImmediate(resolve, 'open'))])) === 'open'

describe('a connection to a mail server', () => {
  it.each([
    ['off', 'MAIL FROM:<clippings@pauta.example>'],
    ['starttls', 'STARTTLS'],
  ] as const)('with TLS %s, to a server that offers it, goes on with %s', async (tls, command) => {
    const commands: string[] = []
    const { port } = await listen((socket) => {
      socket.write('220 local\r\n')
      socket.on('data', (bytes) => {
        const [line = ''] = bytes.toString().split('\r\n')
        commands.push(line)
        if (line.startsWith('EHLO ')) socket.write('250-local\r\n250 STARTTLS\r\n')
        else socket.destroy()
      })
    })
    expect(await open(port, { tls })()).toMatchObject({ kind: 'retry' })
    expect(commands.slice(0, 2)).toEqual([expect.stringMatching(/^EHLO /), command])
  })

  it('with implicit TLS begins with the handshake', async () => {
    const first: number[] = []
    const { port } = await listen((socket) => {
      socket.once('data', (bytes) => {
        first.push(bytes[0] ?? 0)
        socket.destroy()
      })
    })
    expect(await open(port, { tls: 'implicit' })()).toMatchObject({ kind: 'retry', everyone: true })
    // The type of a TLS record of a handshake.
    expect(first).toEqual([0x16])
  })

  it('without a greeting ends within ten seconds', async () => {
    const { port, connected } = await listen(() => undefined)
    const send = open(port)
    stopClock()
    const sending = send()
    await connected
    await vi.advanceTimersByTimeAsync(5000)
    expect(await isOpen(sending)).toBe(true)
    await vi.advanceTimersByTimeAsync(5000)
    expect(await isOpen(sending)).toBe(false)
    expect(await sending).toEqual({ kind: 'retry', everyone: true, reason: 'smtp ETIMEDOUT at CONN' })
  })

  it('that is silent ends after twenty seconds, with which it is opened', async () => {
    const limit = vi.spyOn(Socket.prototype, 'setTimeout')
    const { port, connected } = await listen(() => undefined)
    void open(port)()
    await connected
    await expect.poll(() => limit.mock.calls.map(([milliseconds]) => milliseconds)).toContain(20_000)
  })

  it.each([
    [{ connections: 2 }, 2],
    [{}, 50],
  ])('with the options %j is one of %i in the pool', async (options, most) => {
    const server = await startMailServer({ answerAfterMs: 50 })
    started.push(server)
    const send = open(server.port, options)
    await Promise.all(Array.from({ length: 60 }, (_, at) => send(`d${at}`)))
    expect(server.connections()).toBe(most)
  })
})

it('a request of SES without an answer is uncertain after fifteen seconds', async () => {
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) vi.stubEnv(name, 'local')
  vi.stubEnv('AWS_REGION', 'us-east-2')
  const asked = Promise.withResolvers<void>()
  const receiver = await startReceiver(() => asked.resolve())
  const channel = sesChannel({ from, endpoint: receiver.origin })
  started.push({ stop: () => channel.close() }, receiver)
  stopClock()
  const sending = channel.send(message, { deliveryId: 'd1', signal: signal() })
  await asked.promise
  await vi.advanceTimersByTimeAsync(14_999)
  expect(await isOpen(sending)).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(await isOpen(sending)).toBe(false)
  expect(await sending).toEqual({ kind: 'uncertain', reason: 'ses TimeoutError' })
})
