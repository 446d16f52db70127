import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAgentWorker, type AgentWorker } from '../kit/services/agent-worker.ts'
import { generate, typesOf, type Told, type ToldEvent } from '../kit/client/event-stream.ts'
import { startTestStack, uniqueName, type TestStack } from '../kit/stack/stack.ts'
import { tables } from '../kit/rows/tables.ts'

let worker: AgentWorker
let stack: TestStack

beforeAll(async () => {
  worker = await startAgentWorker()
  stack = await startTestStack({ agentWorker: { url: `${worker.url}/`, token: 'segredo' } })
})
afterAll(async () => {
  await stack.stop()
  await worker.stop()
})

async function run(
  script: (response: ServerResponse) => Promise<void> | void,
  onEvent?: (event: ToldEvent) => void,
): Promise<Told> {
  worker.answerWith(script)
  const token = await stack.stack.token({ sub: uniqueName('leitora'), name: 'Leitora' })
  return await generate(`${stack.stack.graphqlUrl}/stream`, token, 'Notícias de saúde', onEvent)
}

const line = (message: unknown) => `data: ${JSON.stringify(message)}\n\n`
const RECORTE = {
  title: 'Saúde',
  themes: ['03'],
  agencies: ['saude'],
  keywords: ['vacinação'],
  excludeAgencies: ['funai'],
  states: ['CE'],
}
const DONE = {
  type: 'done',
  result: {
    recortes: [RECORTE],
    explanation: 'Porque sim.',
    description: 'Notícias de saúde',
    suggested_name: 'Saúde',
    iterations: 2,
    converged: true,
  },
}
const TOLD_DONE = {
  __typename: 'AgentEventDone',
  recortes: [{ id: expect.stringMatching(/^[0-9A-Z]{26}$/), ...RECORTE, excludeKeywords: [] }],
  explanation: 'Porque sim.',
  description: 'Notícias de saúde',
  suggestedName: 'Saúde',
  iterations: 2,
  converged: true,
}
const FAILED = [{ __typename: 'AgentEventError', message: expect.stringMatching(/falhou|demorou/) }]

describe('an external worker', () => {
  it('gets the request in its format, and its events arrive one by one', async () => {
    const heard: string[] = []
    let release = () => {}
    const firstIsHeard = new Promise<void>((resolve) => {
      release = resolve
    })
    const { events } = await run(
      async (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write(`: olá\r\n\r\n${line({ type: 'thinking', message: 'Lendo…' })}`)
        await firstIsHeard
        response.write(line({ type: 'tool_call', tool: 'count', args: { recorte: 'Saúde', filters: {} } }))
        response.write(line({ type: 'heartbeat' }))
        response.write(line({ type: 'tool_result', tool: 'count', result: { count: 3, top_themes: [] } }))
        response.write(line({ type: 'sample_result', count: 3, articles: [{ title: 'É' }] }))
        response.write(line({ type: 'adjusting', message: 'Ajustando' }))
        response.end(line(DONE))
      },
      (event) => {
        heard.push(event.__typename)
        release()
      },
    )
    expect(events).toEqual([
      { __typename: 'AgentEventThinking', message: 'Lendo…' },
      { __typename: 'AgentEventToolCall', tool: 'count', argsJson: '{"recorte":"Saúde","filters":{}}' },
      { __typename: 'AgentEventToolResult', tool: 'count', resultJson: '{"count":3,"top_themes":[]}' },
      { __typename: 'AgentEventSampleResult', payloadJson: '{"count":3,"articles":[{"title":"É"}]}' },
      { __typename: 'AgentEventAdjusting', message: 'Ajustando' },
      TOLD_DONE,
    ])
    const { path, headers, body } = worker.requests.at(-1) ?? {}
    expect(path).toBe('/agent/generate-recortes')
    expect(body).toEqual({ prompt: 'Notícias de saúde', stream: true })
    expect(headers).toMatchObject({ accept: 'text/event-stream', authorization: 'Bearer segredo' })
  })

  it('is understood when its answer arrives byte by byte', async () => {
    const { events } = await run(async (response) => {
      const bytes = Buffer.from(
        `${line({ type: 'thinking', message: 'São João — 😀' })}${line(DONE)}`.replaceAll('\n', '\r\n'),
      )
      for (const byte of bytes.subarray(0, 60)) {
        response.write(Buffer.of(byte))
        await delay(0)
      }
      response.end(bytes.subarray(60))
    })
    expect(events).toEqual([{ __typename: 'AgentEventThinking', message: 'São João — 😀' }, TOLD_DONE])
  })

  it.each([
    ['done', DONE, TOLD_DONE],
    [
      'error',
      { type: 'error', message: 'Sem crédito' },
      { __typename: 'AgentEventError', message: 'Sem crédito' },
    ],
  ])('is disconnected after %s even if it keeps sending', async (_, last, told) => {
    const before = worker.abandoned()
    const { events } = await run(async (response) => {
      response.write(line(last))
      response.write(line({ type: 'thinking', message: 'ainda aqui' }))
      await new Promise((resolve) => {
        response.once('close', resolve)
      })
    })
    expect(events).toEqual([told])
    await expect.poll(() => worker.abandoned()).toBe(before + 1)
  })

  it.each<[string, (response: ServerResponse) => void]>([
    ['answers 500', (response) => void response.writeHead(500).end('oops')],
    ['answers 204', (response) => void response.writeHead(204).end()],
    ['redirects', (response) => void response.writeHead(302, { location: worker.url }).end()],
    ['ends without a word', (response) => void response.end()],
    ['hangs up', (response) => void response.destroy()],
    ['speaks something else', (response) => void response.end('<html>não</html>')],
  ])('that %s ends in one error', async (_, script) => {
    const { events, codes } = await run(script)
    expect(codes).toEqual([])
    expect(events).toEqual(FAILED)
  })

  it('that ends or disconnects in the middle ends in one error after its events', async () => {
    for (const end of [
      (response: ServerResponse) => void response.end(),
      (response: ServerResponse) => void response.destroy(),
    ]) {
      const { events } = await run(async (response) => {
        response.write(line({ type: 'thinking', message: 'a' }))
        await delay(30)
        end(response)
      })
      expect(typesOf(events)).toEqual(['Thinking', 'Error'])
    }
  })

  it('stops with its run', async () => {
    const before = worker.abandoned()
    const { events } = await run(async (response) => {
      response.write(line({ type: 'thinking', message: 'a' }))
      await delay(50)
      await tables.agentRuns.set(stack.db, { endedAt: null }, { endedAt: new Date(), outcome: 'stopped' })
      response.write(line({ type: 'tool_call', tool: 'count', args: {} }))
      await new Promise((resolve) => {
        response.once('close', resolve)
      })
    })
    expect(events.at(-1)?.message).toMatch(/interrompida porque você começou outra/)
    expect(typesOf(events)).toEqual(['Thinking', 'Error'])
    await expect.poll(() => worker.abandoned()).toBe(before + 1)
  })

  it('that sends nothing for long: its reader still gets pings', async () => {
    const signed = Promise.withResolvers<void>()
    worker.answerWith(async (response) => {
      response.write(': aqui\n\n')
      await signed.promise
      response.end(line(DONE))
    })
    const token = await stack.stack.token({ sub: uniqueName('leitora'), name: 'Leitora' })
    const response = await fetch(`${stack.stack.graphqlUrl}/stream`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: 'subscription { generateRecortes(prompt: "abc") { __typename } }' }),
    })
    let text = ''
    for await (const piece of response.body ?? []) {
      text += Buffer.from(piece).toString()
      // An SSE comment is no event; it only shows that the connection is alive.
      if (/^:/m.test(text)) signed.resolve()
    }
    expect(text).toContain('AgentEventDone')
  })
})
