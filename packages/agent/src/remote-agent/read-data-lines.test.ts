import { getEventListeners } from 'node:events'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BrokenStream, readDataLines } from './read-data-lines.ts'
import { readWorkerMessages } from './worker-message.ts'

const options = { signal: new AbortController().signal, silenceMs: 1000 }

function streamOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
}

async function readAll(chunks: readonly Uint8Array[]): Promise<string[]> {
  const lines: string[] = []
  for await (const line of readDataLines(streamOf(chunks), options)) lines.push(line)
  return lines
}

/** Splits bytes at the given places. */
function cutAt(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const cuts = [0, ...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  return cuts.slice(1).map((end, position) => bytes.slice(cuts[position], end))
}

describe('readDataLines', () => {
  it('returns the same events for any chunks, line ends, comments and unknown fields', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 40 })
    const noise = fc.constantFrom(': ping', 'id: 7', 'retry: 1', 'event: x', 'lixo', '', ':')
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(text, noise), { maxLength: 6 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.array(fc.nat(5000), { maxLength: 40 }),
        fc.boolean(),
        async (events, end, places, isEnded) => {
          const messages = events.map(([message]) => JSON.stringify({ type: 'thinking', message }))
          const lines = messages.flatMap((message, i) => [events[i]?.[1] ?? '', `data: ${message}`, ''])
          const body = lines.join(end) + (isEnded ? end : '')
          expect(await readAll(cutAt(new TextEncoder().encode(body), places))).toEqual(messages)
        },
      ),
      { numRuns: 200 },
    )
  })

  it('leaves no timer and no listener behind, and closes the connection', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
    const before = timers()
    let cancelled = 0
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\n')),
      cancel: () => void cancelled++,
    })
    const { signal } = new AbortController()
    for await (const line of readDataLines(body, { signal, silenceMs: 60_000 })) {
      expect(line).toBe('1')
      break
    }
    expect(timers()).toBe(before)
    expect(getEventListeners(signal, 'abort')).toEqual([])
    expect(cancelled).toBe(1)
  })

  it('throws when an event does not end', async () => {
    const chunk = new TextEncoder().encode('x'.repeat(64 * 1024))
    const endless = [new TextEncoder().encode('data: '), ...Array.from({ length: 40 }, () => chunk)]
    await expect(readAll(endless)).rejects.toThrow(BrokenStream)
  })

  it('throws after a silence, and when the client disconnects', async () => {
    let cancelled = 0
    const silent = () => new ReadableStream<Uint8Array>({ cancel: () => void cancelled++ })
    const first = readDataLines(silent(), { ...options, silenceMs: 20 }).next()
    await expect(first).rejects.toThrow(/nothing came for 20 ms/)
    const gone = new AbortController()
    const second = readDataLines(silent(), { ...options, signal: gone.signal }).next()
    gone.abort(new Error('gone'))
    await expect(second).rejects.toThrow('gone')
    expect(cancelled).toBe(2)
  })
})

describe('readWorkerMessages', () => {
  it('returns one event, or one per line', () => {
    const thinking = (message: string) => JSON.stringify({ type: 'thinking', message })
    expect(readWorkerMessages(`${thinking('a')}\nlixo\n${thinking('b')}`)).toEqual([
      { type: 'thinking', message: 'a' },
      { type: 'thinking', message: 'b' },
    ])
  })

  it.each(['', 'null', '[]', '1', '"x"', '{}', '{"type":"heartbeat"}', '{"type":7}', '{"type":"tool_call"}'])(
    '%j is ignored',
    (data) => {
      expect(readWorkerMessages(data)).toEqual([])
    },
  )

  it('passes on any arguments and results of tools', () => {
    expect(readWorkerMessages('{"type":"tool_call","tool":"count","args":{"recorte":"R"}}')).toEqual([
      { type: 'toolCall', tool: 'count', args: { recorte: 'R' } },
    ])
    expect(readWorkerMessages('{"type":"tool_result","tool":"count"}')).toEqual([
      { type: 'toolResult', tool: 'count', result: null },
    ])
    expect(readWorkerMessages('{"type":"sample_result","count":2,"articles":[]}')).toEqual([
      { type: 'sampleResult', payload: { count: 2, articles: [] } },
    ])
  })

  it.each([
    ['{"type":"error","message":"Sem crédito"}', 'Sem crédito'],
    ['{"type":"error"}', 'O serviço que gera recortes falhou. Tente de novo.'],
  ])('tells with %j why the worker failed, as far as the worker does', (data, message) => {
    expect(readWorkerMessages(data)).toEqual([{ type: 'error', message }])
  })

  it('drops recortes that a clipping would refuse', () => {
    const recortes = [
      { title: ' Saúde ', themes: ['03'], keywords: null },
      { title: 'Vazio' },
      { title: '', keywords: ['x'] },
      { title: 'Símbolos', keywords: ['***'] },
    ]
    const [event] = readWorkerMessages(
      JSON.stringify({ type: 'done', result: { recortes, suggested_name: 'a'.repeat(200) } }),
    )
    expect(event).toEqual({
      type: 'done',
      recortes: [{ id: expect.any(String), title: 'Saúde', themes: ['03'], agencies: [], keywords: [] }],
      explanation: '',
      description: 'Notícias do governo federal. Recortes: Saúde.',
      suggestedName: expect.stringMatching(/^a{99}…$/),
      iterations: 0,
      converged: false,
    })
  })

  it('returns at most as many recortes as a clipping accepts', () => {
    const recortes = Array.from({ length: 21 }, (_, i) => ({ title: `Recorte ${i}`, themes: ['03'] }))
    const [event] = readWorkerMessages(JSON.stringify({ type: 'done', result: { recortes } }))
    const titles = event?.type === 'done' ? event.recortes.map(({ title }) => title) : []
    expect(titles).toEqual(recortes.slice(0, 20).map(({ title }) => title))
  })

  it.each([
    '{"type":"done"}',
    '{"type":"done","result":{"recortes":[]}}',
    '{"type":"done","result":{"recortes":7}}',
  ])('returns an error for %j', (data) => {
    expect(readWorkerMessages(data)).toEqual([
      { type: 'error', message: expect.stringMatching(/não entendemos/) },
    ])
  })
})
