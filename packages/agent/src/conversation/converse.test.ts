import type { IndexSearch, SearchIndex } from '@pauta/core/search-index/client'
import { unavailable } from '@pauta/platform/errors'
import { describe, expect, it } from 'vitest'
import type { AgentRun } from '../agent-run.ts'
import type { ModelRequest, ModelTurn } from '../language-model/language-model.ts'
import { converse } from './converse.ts'

/** Articles of 30 days, of the words that proposals have. */
const MONTH: Record<string, number> = { boa: 7, larga: 51, total: 100 }

/** Half of the articles of a month are of the last day. A search for the count alone is that of the day. */
const index = {
  search: async () => ({ found: MONTH['total'], facet_counts: [] }),
  searchAll: async (searches: readonly IndexSearch[]) =>
    searches.map(({ q = '', per_page: size = 0 }) => {
      if (q === 'fora') throw unavailable('search-index', new Error('down'))
      if (q === 'rota') throw new TypeError('a fault of ours')
      const month = MONTH[q] ?? 0
      return { found: size === 0 ? Math.floor(month / 2) : month, hits: [] }
    }),
} as unknown as SearchIndex

const aRun: AgentRun = {
  prompt: 'Notícias boas',
  index,
  readCatalogue: async () => ({ themes: [], agencies: [], entities: [] }),
  now: new Date('2026-07-01T12:00:00Z'),
  signal: new AbortController().signal,
  isWanted: async () => true,
}

let serial = 0
const call = (tool: string, args: unknown = {}) => ({ id: `c${serial++}`, tool, args })
const say = (text: string, ...calls: ModelTurn['calls']): ModelTurn => ({ text, calls, tokens: 10 })
const propose = (words: string[], others: object = {}) =>
  call('propose_recortes', {
    suggested_name: 'Nome',
    description: 'Descrição.',
    explanation: 'Porque sim.',
    recortes: words.map((word) => ({ title: word, keywords: [word] })),
    ...others,
  })

/** Talks with a model that gives these turns and repeats the last one. */
async function talk(...turns: ModelTurn[]) {
  const requests: ModelRequest[] = []
  const answer = async (request: ModelRequest) => {
    requests.push({ ...request, messages: [...request.messages] })
    return turns[requests.length - 1] ?? turns.at(-1) ?? say('')
  }
  const events = []
  for await (const event of converse({ name: 'modelo', answer }, aRun)) events.push(event)
  return {
    requests,
    events,
    last: events.at(-1),
    texts: events.map((event) => JSON.stringify(event)).join('\n'),
  }
}

const titlesOf = (last: Awaited<ReturnType<typeof talk>>['last']) =>
  last?.type === 'done' ? last.recortes.map(({ title }) => title) : last?.type

describe('a conversation', () => {
  it('asks in the limits of a turn, with the request alone at first', async () => {
    const { requests, last } = await talk(say('', propose(['boa'])))
    expect(requests).toEqual([
      {
        instructions: expect.stringContaining('propose_recortes'),
        messages: [{ role: 'user', text: 'Notícias boas' }],
        tools: expect.any(Array),
        maxOutputTokens: 3000,
        timeoutMs: 60_000,
        signal: aRun.signal,
      },
    ])
    expect(requests[0]?.tools.map(({ name }) => name)).toEqual([
      'count_recorte',
      'sample_recorte',
      'list_themes',
      'list_agencies',
      'top_facets',
      'propose_recortes',
    ])
    expect(last).toEqual({
      type: 'done',
      recortes: [{ id: expect.any(String), title: 'boa', themes: [], agencies: [], keywords: ['boa'] }],
      explanation: 'Porque sim.\n\n“boa”: 3 notícias nas últimas 24 horas e 7 nos últimos 30 dias.',
      description: 'Descrição.',
      suggestedName: 'Nome',
      iterations: 1,
      converged: true,
    })
  })

  it('explains the counts alone when the model explains nothing', async () => {
    const { last } = await talk(say('', propose(['boa'], { explanation: '' })))
    expect(last).toMatchObject({ explanation: expect.stringMatching(/^“boa”: 3/) })
  })

  it('keeps what the model said and called, asks it to go on, and asks for a proposal at last', async () => {
    const turns = [
      say('Vou  ver.', call('nenhuma')),
      say('', call('count_recorte', { recorte: 'R', filters: { keywords: ['boa'] } })),
      say(''),
      say('x'.repeat(1001)),
    ]
    const { requests, events } = await talk(...turns)
    const last = requests.at(-1)
    expect(last?.messages).toMatchObject([
      { role: 'user' },
      { role: 'model', text: 'Vou  ver.', calls: [{ tool: 'nenhuma' }] },
      { role: 'tools', answers: [{ value: { error: 'There is no tool nenhuma.' } }] },
      { role: 'model', text: '', calls: [{ tool: 'count_recorte' }] },
      {
        role: 'tools',
        answers: [{ value: { count: 3, since_hours: 24, count_30_days: 7, total_30_days: 100 } }],
      },
      // An empty answer is no message.
      { role: 'user', text: expect.stringContaining('propose_recortes') },
      { role: 'model', text: 'x'.repeat(1001), calls: [] },
      { role: 'user' },
      { role: 'model' },
      { role: 'user' },
      { role: 'user', text: 'This is your last turn: call propose_recortes now.' },
    ])
    expect(last?.tools.map(({ name }) => name)).toEqual(['propose_recortes'])
    expect(requests).toHaveLength(6)
    const said = events
      .filter(({ type }) => type === 'thinking')
      .map((event) => 'message' in event && event.message)
    expect(said.slice(0, 2)).toEqual(['Analisando o pedido', 'Vou ver.'])
    expect(said.at(2)).toHaveLength(1000)
  })

  it('takes twelve calls of a turn, and none after an accepted proposal', async () => {
    const calls = Array.from({ length: 13 }, () => call('nenhuma'))
    const { requests } = await talk(say('', ...calls), say('', propose(['boa']), call('count_recorte')))
    expect(requests[1]?.messages.at(-1)).toMatchObject({ answers: { length: 12 } })
    expect(requests[1]?.messages.at(-2)).toMatchObject({ calls: { length: 12 } })
    expect(requests).toHaveLength(2)
  })

  it.each([
    [40_000, 2],
    [39_999, 3],
  ])('with %i tokens in each turn ends after %i turns', async (tokens, turns) => {
    const { requests, last } = await talk({ ...say('Hum.'), tokens })
    expect(requests).toHaveLength(turns)
    expect(last).toMatchObject({ type: 'error', message: expect.stringMatching(/^Não cheguei a nenhum/) })
  })

  it.each<[string, string[][], unknown, boolean, RegExp | undefined]>([
    ['good recortes are accepted', [['boa']], ['boa'], true, undefined],
    ['an empty one is adjusted', [['nada'], ['boa']], ['boa'], true, /“nada” não capta nenhuma notícia/],
    ['a broad one is adjusted', [['larga'], ['boa']], ['boa'], true, /“larga” capta notícias demais \(51 em/],
    [
      'a proposal with any article stays before one without',
      [['boa', 'nada'], ['nada']],
      ['boa'],
      false,
      /“nada” não capta/,
    ],
    [
      'the last of several with articles stays',
      [
        ['boa', 'nada'],
        ['larga', 'nada'],
      ],
      ['larga'],
      false,
      undefined,
    ],
    [
      'the first without articles waits for one with them',
      [['nada'], ['larga']],
      ['larga'],
      false,
      undefined,
    ],
    [
      'without any article the first one stays whole',
      [['nada', 'nunca'], ['jamais']],
      ['nada', 'nunca'],
      false,
      undefined,
    ],
  ])('%s', async (_, proposals, titles, converged, told) => {
    const { last, texts } = await talk(...proposals.map((words) => say('', propose(words))))
    expect(titlesOf(last)).toEqual(titles)
    expect(last).toMatchObject({ converged })
    expect(texts).toMatch(told ?? '')
  })

  it('tells the model what is wrong with a proposal', async () => {
    const { requests } = await talk(say('', propose(['nada', 'larga'])), say('', propose(['boa'])))
    expect(requests[1]?.messages.at(-1)).toMatchObject({
      role: 'tools',
      answers: [
        {
          value: {
            accepted: false,
            problems: [expect.stringContaining('“nada”'), expect.stringContaining('“larga”')],
            counts: [{ count_30_days: 0 }, { count_30_days: 51 }],
          },
        },
      ],
    })
  })

  it('ends at a fault of ours and when the index is away, and goes on after a mistake of the model', async () => {
    const count = (word: string) => call('count_recorte', { recorte: 'R', filters: { keywords: [word] } })
    await expect(talk(say('', count('fora')))).rejects.toMatchObject({ retryable: true })
    await expect(talk(say('', count('rota')))).rejects.toThrow('a fault of ours')
    const { requests } = await talk(say('', call('count_recorte', { recorte: 7 })), say('', propose(['boa'])))
    expect(requests[1]?.messages.at(-1)).toMatchObject({
      answers: [{ value: { error: expect.any(String) } }],
    })
  })
})
