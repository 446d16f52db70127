import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  call,
  say,
  startChatService,
  type ChatScript,
  type ChatService,
} from '../kit/services/chat-service.ts'
import { generate, typesOf, type Told } from '../kit/client/event-stream.ts'
import { ago, anArticle } from '../kit/rows/factories.ts'
import { startTestStack, uniqueName, type TestStack } from '../kit/stack/stack.ts'
import { themed } from '../kit/rows/themes.ts'

let chat: ChatService
let stack: TestStack

beforeAll(async () => {
  chat = await startChatService()
  stack = await startTestStack({
    languageModel: { kind: 'openai-compatible', url: chat.url, model: 'modelo-1', token: 'chave' },
  })
  await stack.publish(
    [
      anArticle({
        title: 'Vacina da gripe chega aos postos',
        uniqueId: 'vacina_000001',
        agencyKey: 'saude',
        ...themed('03'),
        publishedAt: ago({ hours: 3 }),
      }),
    ],
    [{ uniqueId: 'vacina_000001', features: { states: ['CE'] } }],
  )
})
afterAll(async () => {
  await stack.stop()
  await chat.stop()
})

async function run(script: ChatScript): Promise<Told> {
  chat.answerWith(script)
  const token = await stack.stack.token({ sub: uniqueName('leitora'), name: 'Leitora' })
  return await generate(`${stack.stack.graphqlUrl}/stream`, token, 'Notícias de vacinas')
}

const proposal = (changes: Record<string, unknown> = {}) => ({
  suggested_name: 'Vacinas',
  description: 'Notícias sobre vacinas.',
  explanation: 'Usei a palavra vacina.',
  recortes: [
    { title: 'Vacinas', keywords: ['vacina', 'vacinas'], excludeAgencies: ['funai'], states: ['CE'] },
  ],
  ...changes,
})
const DONE = {
  __typename: 'AgentEventDone',
  recortes: [
    {
      id: expect.any(String),
      title: 'Vacinas',
      themes: [],
      agencies: [],
      excludeAgencies: ['funai'],
      keywords: ['vacina', 'vacinas'],
      excludeKeywords: [],
      states: ['CE'],
    },
  ],
  explanation: 'Usei a palavra vacina.\n\n“Vacinas”: 1 notícia nas últimas 24 horas e 1 nos últimos 30 dias.',
  description: 'Notícias sobre vacinas.',
  suggestedName: 'Vacinas',
  iterations: expect.any(Number),
  converged: true,
}
const propose = (changes?: Record<string, unknown>) => call('propose_recortes', proposal(changes))
const lastsOf = (told: Told) => typesOf(told.events).filter((type) => ['Done', 'Error'].includes(type))

describe('a model', () => {
  it('calls every tool and proposes', async () => {
    const filters = { keywords: ['vacina'] }
    const told = await run((_, response, nth) => {
      if (nth === 0)
        say(response, 'Vou procurar.', [
          call('list_themes', { query: 'saúde' }),
          call('list_agencies', { query: 'ministério da saude' }),
          call('top_facets', {}),
        ])
      else if (nth === 1)
        say(response, null, [
          call('count_recorte', { recorte: 'Vacinas', filters }),
          call('sample_recorte', { recorte: 'Vacinas', filters }),
        ])
      else say(response, null, [propose()])
    })
    expect(typesOf(told.events)).toEqual([
      'Thinking',
      'Thinking',
      'ToolCall',
      'ToolResult',
      'ToolCall',
      'ToolResult',
      'ToolCall',
      'ToolResult',
      'ToolCall',
      'ToolResult',
      'ToolCall',
      'SampleResult',
      'ToolCall',
      'ToolResult',
      'Done',
    ])
    expect(told.events.at(-1)).toEqual({ ...DONE, iterations: 3 })
    const results = told.events.filter(({ tool, resultJson }) => tool && resultJson)
    const named = (name: string) => JSON.parse(results.find(({ tool }) => tool === name)?.resultJson ?? '')
    expect(named('list_themes').top_themes[0]).toEqual({ code: '03', label: 'Saúde', level: 1 })
    expect(named('list_agencies').top_agencies).toContainEqual({
      code: 'saude',
      label: 'Ministério da Saúde',
      key: 'saude',
      name: 'Ministério da Saúde',
    })
    expect(named('top_facets')).toMatchObject({ count: 1, top_agencies: [{ code: 'saude', count: 1 }] })
    expect(chat.authorizations.at(-1)).toBe('Bearer chave')
    const [first, second] = chat.requests
    expect(first).toMatchObject({ model: 'modelo-1', messages: [{ role: 'system' }, { role: 'user' }] })
    expect(first?.messages[1]?.content).toContain('Notícias de vacinas')
    expect(first?.tools.map(({ function: { name } }) => name)).toContain('propose_recortes')
    expect(second?.messages.filter(({ role }) => role === 'tool')).toHaveLength(3)
  })

  it('gets the captures of its proposal, and adjusts the proposal', async () => {
    const told = await run((_, response, nth) =>
      say(response, null, [propose(nth === 0 ? { recortes: [{ title: 'Nada', keywords: ['xyzzy'] }] } : {})]),
    )
    const adjusting = told.events.find(({ __typename }) => __typename === 'AgentEventAdjusting')
    expect(adjusting?.message).toContain('“Nada” não capta nenhuma notícia')
    expect(told.events.at(-1)).toEqual({ ...DONE, iterations: 2 })
    expect(chat.requests[1]?.messages.at(-1)?.content).toContain('não capta nenhuma notícia')
  })

  it('is retried after a throttled call', async () => {
    const told = await run((_, response, nth) => {
      if (nth < 2) response.writeHead(429, { 'retry-after': '0' }).end('{"error":{"message":"slow down"}}')
      else say(response, null, [propose()])
    })
    expect(told.events.at(-1)).toEqual({ ...DONE, iterations: 1 })
    expect(chat.requests).toHaveLength(3)
  })

  it.each([
    ['is no JSON', call('count_recorte', '{"recorte": ')],
    ['is of the wrong shape', call('count_recorte', { recorte: 7, filters: 'x' })],
    ['is out of bounds', call('count_recorte', { recorte: 'R', filters: { keywords: ['***'] } })],
    ['names no tool', call('drop_tables', { now: true })],
    ['proposes nothing', call('propose_recortes', proposal({ recortes: [] }))],
    [
      'proposes what a clipping would refuse',
      call('propose_recortes', proposal({ recortes: [{ title: 'Vazio' }] })),
    ],
  ])('gets an error when a call %s, and continues', async (_, wrong) => {
    const told = await run((_request, response, nth) => say(response, null, [nth === 0 ? wrong : propose()]))
    expect(told.events.at(-1)).toEqual({ ...DONE, iterations: 2 })
    expect(chat.requests[1]?.messages.at(-1)).toMatchObject({
      role: 'tool',
      content: expect.stringMatching(/error/),
    })
  })

  it('that calls tools in every turn is stopped after six turns', async () => {
    const told = await run((_, response) =>
      say(response, null, [call('count_recorte', { recorte: 'R', filters: { keywords: ['vacina'] } })]),
    )
    expect(chat.requests).toHaveLength(6)
    expect(chat.requests[5]?.tools.map(({ function: { name } }) => name)).toEqual(['propose_recortes'])
    expect(lastsOf(told)).toEqual(['Error'])
  })

  it('that proposes only half of the good recortes is accepted after six turns', async () => {
    const recortes = [...proposal().recortes, { title: 'Nada', keywords: ['xyzzy'] }]
    const told = await run((_, response) => say(response, null, [propose({ recortes })]))
    expect(told.events.at(-1)).toEqual({ ...DONE, iterations: 6, converged: false })
  })

  it('that proposes worse recortes each time is accepted at its last proposal with articles', async () => {
    const nothing = { title: 'Nada', keywords: ['xyzzy'] }
    const told = await run((_, response, nth) =>
      say(response, null, [propose({ recortes: [...(nth === 0 ? proposal().recortes : []), nothing] })]),
    )
    expect(told.events.at(-1)).toEqual({ ...DONE, iterations: 6, converged: false })
  })

  it('that uses too many tokens is stopped', async () => {
    const told = await run((_, response) => say(response, null, [call('top_facets', {})], 50_000))
    expect(chat.requests).toHaveLength(2)
    expect(lastsOf(told)).toEqual(['Error'])
  })

  it('that answers nonsense ends in an error', async () => {
    const told = await run((_, response) => say(response, 'blá blá blá'))
    expect(chat.requests).toHaveLength(6)
    expect(lastsOf(told)).toEqual(['Error'])
    expect(told.events.at(-1)?.message).toMatch(/Não cheguei a nenhum recorte/)
  })

  it('whose answer is cut off is asked again once', async () => {
    const told = await run((_, response, nth) => {
      if (nth > 0) return say(response, null, [propose()])
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
      response.write('{"id":"x","choices":[{"mess')
      setTimeout(() => response.destroy(), 20)
      return undefined
    })
    expect(told.events.at(-1)).toEqual({ ...DONE, iterations: 1 })
  })

  it.each<[string, ChatScript]>([
    ['refuses the key', (_, response) => void response.writeHead(401).end('{"error":{"message":"no"}}')],
    [
      'answers what is no answer',
      (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('[]'),
    ],
    ['always hangs up', (_, response) => void response.destroy()],
    ['says far too much', (_, response) => say(response, 'blá '.repeat(500_000))],
  ])('that %s ends in one error that names the fault', async (_, script) => {
    const told = await run(script)
    expect(lastsOf(told)).toEqual(['Error'])
    expect(told.events.at(-1)?.message).toBe('Serviço indisponível no momento: language-model.')
  })
})
