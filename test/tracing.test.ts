import { createServer, get, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from '@pauta/platform/telemetry/logger'
import {
  makeObservation,
  observe,
  observeCall,
  type Observation,
  type Span,
} from '@pauta/platform/telemetry/observation'
import { watchOutwardHttp } from '@pauta/platform/telemetry/outward-http'
import { patientExporter } from '@pauta/platform/telemetry/patient-exporter'
import { ExportResultCode, type ExportResult } from '@opentelemetry/core'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { findOwnPort } from './kit/stack/own-port.ts'

interface Noted {
  name: string
  attributes: Record<string, unknown>
  error?: unknown
}

/** A span that records its children when they end. */
function notingSpan(): { span: Span; ended: Noted[] } {
  const ended: Noted[] = []
  const child: Span['child'] = ({ name, attributes = {} }) => ({
    ...span,
    end: (end = {}) =>
      void ended.push({ name, attributes: { ...attributes, ...end.attributes }, error: end.error }),
  })
  const span: Span = { traceId: '', traceparent: '', child, end: () => {} }
  return { span, ended }
}

describe('calls over HTTP', () => {
  let server: Server
  let url: string
  beforeAll(async () => {
    watchOutwardHttp()
    server = createServer((request, response) => {
      response.writeHead(request.url === '/missing?token=x' ? 404 : 200).end('ok')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  const getOnce = (address: string) =>
    new Promise<void>((resolve) => {
      get(address, (response) => response.resume().once('end', resolve)).once('error', () => resolve())
    })
  const watch = async (work: () => Promise<unknown>, options: Partial<Observation> = {}) => {
    const { span, ended } = notingSpan()
    await observe(makeObservation({ requestId: 'x', span, ...options }), work)
    return ended
  }

  it.each([
    ['node:http', getOnce],
    ['fetch', async (address: string) => (await fetch(address)).text()],
  ])('by %s are recorded with host and status, without a path', async (_, ask) => {
    const port = Number(new URL(url).port)
    const host = { 'http.request.method': 'GET', 'server.address': '127.0.0.1', 'server.port': port }
    expect(await watch(() => ask(`${url}/bot123/secret`))).toEqual([
      { name: 'GET 127.0.0.1', attributes: { ...host, 'http.response.status_code': 200 }, error: undefined },
    ])
    expect(await watch(() => ask(`${url}/missing?token=x`))).toMatchObject([{ error: '404' }])
    expect(await watch(() => ask(url), { hidesHosts: true })).toEqual([
      {
        name: 'GET',
        attributes: { 'http.request.method': 'GET', 'http.response.status_code': 200 },
        error: undefined,
      },
    ])
  })

  it('that fail end with their error', async () => {
    const closed = `http://127.0.0.1:${await findOwnPort()}`
    expect(await watch(() => getOnce(closed))).toMatchObject([{ error: { code: 'ECONNREFUSED' } }])
    expect(await watch(() => fetch(closed).catch(() => {}))).toMatchObject([
      { error: { code: 'ECONNREFUSED' } },
    ])
  })

  it('are not recorded inside a recorded call, nor outside of traced work', async () => {
    const call = { name: 'search', kind: 'client' } as const
    expect((await watch(() => observeCall(call, () => getOnce(url)))).map(({ name }) => name)).toEqual([
      'search',
    ])
    const { span, ended } = notingSpan()
    await observe(makeObservation({ requestId: 'x' }), () => getOnce(url))
    await getOnce(url)
    expect({ ended, span }).toMatchObject({ ended: [] })
  })
})

describe('an unreachable collector', () => {
  afterEach(() => void vi.useRealTimers())

  it('gets no trace for a minute, and the log has lines for its failure and its return', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const told: string[] = []
    const tell = (_: unknown, message: string) => void told.push(message)
    const logger = { warn: tell, info: tell } as unknown as Logger
    const asked: ((result: ExportResult) => void)[] = []
    const inner = {
      export: (_: unknown, done: (result: ExportResult) => void) => void asked.push(done),
      shutdown: async () => {},
    }
    const exporter = patientExporter(inner, { endpoint: 'http://collector', logger })
    const results: ExportResultCode[] = []
    const send = () => exporter.export([], ({ code }) => results.push(code))
    const answer = async (code: ExportResultCode) => {
      asked.shift()?.({ code })
      await exporter.sent()
    }
    send()
    send()
    await Promise.all([answer(ExportResultCode.FAILED), answer(ExportResultCode.FAILED)])
    send()
    expect(asked).toEqual([])
    vi.setSystemTime(Date.now() + 60_001)
    send()
    await answer(ExportResultCode.SUCCESS)
    expect(told).toEqual([
      'the collector of traces is unreachable',
      'the collector of traces is reachable again',
    ])
    expect(results).toEqual([1, 1, 0, 0])
  })
})
