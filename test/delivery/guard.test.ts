import { request } from 'node:https'
import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { guardedAgents, publicHttpsAgent } from '@pauta/platform/outbound/outbound-agents'
import { postOnce } from '@pauta/platform/outbound/post'
import { publicLookup, type ResolveAll } from '@pauta/platform/outbound/public-lookup'
import { webhookChannel } from '@pauta/delivery/channels/webhook/webhook'
import { pushChannel } from '@pauta/delivery/channels/push/push'
import webPush from 'web-push'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aBrowser } from './browser-keys.ts'
import { agentsFor, signal, startReceiver, startTrap } from './local-receiver.ts'
import { patient } from '../kit/runner/patience.ts'

let trap: Awaited<ReturnType<typeof startTrap>>
beforeAll(async () => {
  trap = await startTrap()
})
afterAll(() => trap.stop())

/** Private addresses in forms that attackers use. */
const ADDRESSES = [
  '127.0.0.1',
  '127.8.8.8',
  '0.0.0.0',
  '10.0.0.7',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.169.254',
  '169.254.170.2',
  '192.0.0.192',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:a9fe:a9fe',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::7f00:1',
  '2002:7f00:1::',
  '2001:0:7f00:1::',
  'fe80::1',
  'fec0::1',
  'fc00::1',
  'fd00:ec2::254',
  'ff02::1',
  '100::1',
  '2001:db8::1',
]
/** The same addresses in forms that only a URL parser understands. */
const ODD_HOSTS = [
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '127.1',
  '0',
  '①②⑦.0.0.1',
  'localhost',
  'LOCALHOST.',
]

const bracketed = (host: string) => (isIP(host) === 6 ? `[${host}]` : host)
const resolveTo =
  (...addresses: string[]): ResolveAll =>
  (_, __, callback) =>
    callback(
      null,
      addresses.map((address): LookupAddress => ({ address, family: isIP(address) })),
    )

/** Connects through the guarded pool to the port of the trap, without the check of the URL's text. */
const connect = (host: string, resolve?: ResolveAll) =>
  new Promise<Error>((done, fail) => {
    const agent = publicHttpsAgent(resolve)
    const call = request({ host, port: trap.port, agent, path: '/', timeout: patient(5000) }, () =>
      fail(new Error('there is an answer')),
    )
    call.once('error', (error) => {
      agent.destroy()
      done(error)
    })
    call.end()
  })

describe('the guard', () => {
  it.each([...ADDRESSES, ...ODD_HOSTS])('refuses https://%s before any other step', async (host) => {
    const agents = guardedAgents({ allowedOrigins: [] })
    for (const port of ['', `:${trap.port}`]) {
      const url = new URL(`https://${bracketed(host)}${port}/`)
      const answer = await postOnce(url, {
        headers: {},
        body: 'x',
        agents,
        timeoutMs: patient(5000),
        signal: signal(),
      })
      expect(answer.kind).toBe('refused')
    }
    agents.close()
    expect(trap.connections()).toBe(0)
  })

  it.each(ADDRESSES)('connects to %s neither as a literal nor through a name', async (address) => {
    await connect(address)
    await connect('anzol.example.org', resolveTo(address))
    // One public address among private ones does not help.
    await connect('misto.example.org', resolveTo('8.8.8.8', address))
    expect(trap.connections()).toBe(0)
  })

  it('rejects a name with private addresses permanently', async () => {
    const agents = guardedAgents({ allowedOrigins: [], resolve: resolveTo('10.0.0.1') })
    const options = { headers: {}, body: 'x', agents, timeoutMs: patient(5000), signal: signal() }
    expect(await postOnce(new URL('https://anzol.example.org/'), options)).toEqual({
      kind: 'refused',
      reason: 'the host resolves to an address that is not public',
    })
  })

  it('passes the checked address to the socket, and checks the next one again', async () => {
    const answers = ['8.8.8.8', '127.0.0.1']
    let asked = 0
    const lookup = publicLookup((name, options, callback) =>
      resolveTo(answers[asked++] ?? '')(name, options, callback),
    )
    const look = () =>
      new Promise((resolve) =>
        lookup('vira.example.org', { all: true }, (error, found) => resolve(error?.name ?? found)),
      )
    expect(await look()).toEqual([{ address: '8.8.8.8', family: 4 }])
    expect(await look()).toBe('RefusedAddressError')
    // Each connection resolves the name once, so no second answer can come between the check and the socket.
    asked = 1
    await connect('vira.example.org', (name, options, callback) =>
      resolveTo(answers[asked++] ?? '')(name, options, callback),
    )
    expect(asked).toBe(2)
    expect(trap.connections()).toBe(0)
  })

  it('retries later when a name cannot be resolved', async () => {
    const resolve: ResolveAll = (_, __, callback) =>
      callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), [])
    const agents = guardedAgents({ allowedOrigins: [], resolve })
    const options = { headers: {}, body: 'x', agents, timeoutMs: patient(5000), signal: signal() }
    expect(await postOnce(new URL('https://sumiu.example.org/'), options)).toEqual({
      kind: 'unreached',
      reason: 'the request failed (ENOTFOUND)',
    })
  })

  it('exempts exactly the configured origin', async () => {
    const receiver = await startReceiver((response) => void response.end('ok'))
    const agents = agentsFor(receiver)
    const post = (url: string) =>
      postOnce(new URL(url), { headers: {}, body: 'x', agents, timeoutMs: patient(5000), signal: signal() })
    expect(await post(`${receiver.origin}/a`)).toMatchObject({ kind: 'answered', status: 200, text: 'ok' })
    expect(await post(`http://127.0.0.1:${trap.port}/`)).toMatchObject({ kind: 'refused' })
    expect(await post(receiver.origin.replace('127.0.0.1', 'localhost'))).toMatchObject({ kind: 'refused' })
    expect(trap.connections()).toBe(0)
    agents.close()
    await receiver.stop()
  })

  it('protects webhooks and push endpoints, and follows no redirects', async () => {
    const target = `http://127.0.0.1:${trap.port}/`
    const receiver = await startReceiver(
      (response) => void response.writeHead(302, { location: target }).end(),
    )
    const agents = agentsFor(receiver)
    const webhook = webhookChannel({ agents })
    const push = pushChannel({
      agents,
      vapid: { subject: 'mailto:a@example.org', ...webPush.generateVAPIDKeys() },
    })
    const { keys } = aBrowser()
    const hook = (url: string) =>
      webhook.send({ url, secret: 'whsec_c2VncmVkbw==', body: '{}' }, { deliveryId: 'd1', signal: signal() })
    const pushTo = (endpoint: string) =>
      push.send({ endpoint, keys, body: '{}', topic: 'r1' }, { deliveryId: 'd1', signal: signal() })
    for (const send of [hook, pushTo]) {
      expect(await send(receiver.origin)).toMatchObject({
        kind: 'rejected',
        reason: expect.stringContaining('302'),
      })
      expect(await send(target)).toMatchObject({ kind: 'rejected' })
      expect(await send(`https://127.0.0.1:${trap.port}/`)).toMatchObject({ kind: 'rejected' })
    }
    expect(receiver.requests).toHaveLength(2)
    expect(trap.connections()).toBe(0)
    agents.close()
    await receiver.stop()
  })
})
