import type { Context } from 'aws-lambda'
import { loadConfig } from '@pauta/platform/config/config'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toolEvent } from '../bench/rest-request.ts'
import { newPerson } from '../kit/rows/people.ts'
import { PORTAL, shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack()
})
afterAll(() => stack.stop())

const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

const post = (body: unknown, headers: Record<string, string> = {}) =>
  stack.fetch('/mcp', {
    method: 'POST',
    headers: { ...JSON_HEADERS, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

describe('the stateless endpoint', () => {
  it('answers without a handshake and sets no session', async () => {
    const response = await post(LIST, { 'mcp-protocol-version': '2025-11-25' })
    expect(response.status).toBe(200)
    expect(response.headers.get('mcp-session-id')).toBeNull()
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(response.headers.get('x-request-id')).toMatch(/./)
    expect(await response.text()).toContain('search_articles')
  })

  it('names the service and its version to who begins with a handshake', async () => {
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'teste', version: '1' },
    }
    const response = await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
    const { version } = loadConfig('settings').settings
    expect(await response.text()).toMatch(
      new RegExp(`"serverInfo":\\{"name":"pauta",[^{}]*"version":"${version}"`),
    )
  })

  it.each(['GET', 'DELETE', 'PUT'])(
    'refuses %s, because there are no sessions and no streams',
    async (method) => {
      const response = await stack.fetch('/mcp', { method, headers: JSON_HEADERS })
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe('POST, OPTIONS')
      expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32_000 } })
    },
  )

  it.each([
    ['no JSON', '{', {}, 400, -32_700],
    ['a list of messages', [LIST, LIST], {}, 400, -32_600],
    ['no message', '"tools/list"', {}, 400, -32_600],
    ['an unknown revision', LIST, { 'mcp-protocol-version': '1999-01-01' }, 400, -32_000],
    ['a body of more than 256 KB', { ...LIST, params: { text: 'a'.repeat(262_144) } }, {}, 413, -32_000],
    ['a subscription', { ...LIST, method: 'subscriptions/listen' }, {}, 404, -32_601],
  ])('refuses %s with an error of the protocol', async (_, body, headers, status, code) => {
    const response = await post(body, headers)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { code } })
  })

  it('refuses bodies that are not JSON by their type', async () => {
    expect((await post(LIST, { 'content-type': 'text/plain' })).status).toBe(415)
  })

  it('answers unknown methods with the code of the protocol', async () => {
    const response = await post({ ...LIST, method: 'nenhum/metodo' })
    expect(await response.text()).toContain('-32601')
  })
})

describe('pages', () => {
  it.each(['https://outra.exemplo', 'null', 'http://localhost.outra.exemplo'])(
    'of the origin %s are refused',
    async (origin) => {
      const response = await post(LIST, { origin })
      expect(response.status).toBe(403)
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
      expect(await response.json()).toMatchObject({ error: { code: -32_000 } })
    },
  )

  it('of the portal and of the service itself may call', async () => {
    for (const origin of [PORTAL, new URL(stack.stack.graphqlUrl).origin])
      expect((await post(LIST, { origin })).status).toBe(200)
    const preflight = await stack.fetch('/mcp', {
      method: 'OPTIONS',
      headers: { origin: PORTAL, 'access-control-request-method': 'POST' },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe(PORTAL)
    expect(preflight.headers.get('access-control-allow-headers')).toContain('mcp-protocol-version')
  })
})

it('reads as anybody with a token that no issuer signed', async () => {
  const call = (name: string, args: object) => ({
    ...LIST,
    method: 'tools/call',
    params: { name, arguments: args },
  })
  const { token } = await newPerson(stack)
  const forged = { authorization: `Bearer ${token.slice(0, -4)}AAAA` }
  expect(await (await post(call('my_clippings', {}), forged)).text()).toContain('UNAUTHENTICATED')
  expect(await (await post(call('search_articles', {}), forged)).text()).toContain('structuredContent')
  const good = { authorization: `Bearer ${token}` }
  expect(await (await post(call('my_clippings', {}), good)).text()).not.toContain('UNAUTHENTICATED')
})

it('reads no header with characters that no header may have, which the gateway passes on', async () => {
  const { handler } = await import('@pauta/functions/mcp/handler')
  const event = toolEvent('search_articles', {})
  const headers = { ...event.headers, 'mcp-name': 'notícias → hoje' }
  expect(await handler({ ...event, headers }, {} as Context)).toMatchObject({ statusCode: 200 })
})
