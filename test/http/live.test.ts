import { removeArticles } from '@pauta/core/removals/removals'
import { setTakenDown } from '@pauta/core/removals/take-down'
import { upsertArticles } from '@pauta/core/ingest/writes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anArticle, received } from '../kit/rows/factories.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'

let stack: SharedStack

beforeAll(async () => {
  stack = await shareTestStack()
  // Before the first connection of the file.
  await store({ uniqueId: 'antes_000010' })
})
afterAll(() => stack.stop())

interface Heard {
  id: string
  kind: string
  data: Record<string, unknown>
}

/** A connection to the stream. `heard` has what it received so far; `last` is the last id, also of frames without data. */
async function listen(path: string, headers: Record<string, string> = {}) {
  const ending = new AbortController()
  const response = await stack.fetch(path, { headers, signal: ending.signal })
  const heard: Heard[] = []
  const state = { last: '' }
  const reading = (async () => {
    let text = ''
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk as Uint8Array).toString()
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const frame = new Map(
          text
            .slice(0, end)
            .split('\n')
            .map((line) => [line.split(': ')[0] ?? '', line.slice(line.indexOf(': ') + 2)]),
        )
        text = text.slice(end + 2)
        state.last = frame.get('id') ?? state.last
        const data = frame.get('data')
        if (data !== undefined)
          heard.push({
            id: state.last,
            kind: frame.get('event') ?? '',
            data: JSON.parse(data) as Heard['data'],
          })
      }
    }
  })().catch((error: unknown) => {
    if (!ending.signal.aborted) throw error
  })
  return {
    response,
    heard,
    state,
    async [Symbol.asyncDispose]() {
      ending.abort()
      await reading
    },
  }
}

const at = (minute: number) => new Date(Date.UTC(2026, 5, 1, 12, minute)).toISOString()
const store = (...articles: Parameters<typeof anArticle>[0][]) =>
  upsertArticles(
    stack.db,
    articles.map((article) => received(anArticle(article))),
  )
const kinds = (heard: readonly Heard[]) =>
  heard.map(({ kind, data }) => [kind, String(data['uniqueId']).split('_')[0]])

describe('GET /stream/articles', () => {
  it('sends what happens from now on, to each reader what the filter selects', async () => {
    await using all = await listen('/stream/articles')
    await using ofHealth = await listen('/stream/articles?agencies=saude')
    await using aboutDengue = await listen('/stream/articles?keywords=dengue')
    expect(all.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    await expect.poll(() => [all, ofHealth, aboutDengue].every(({ state }) => state.last !== '')).toBe(true)
    const article = {
      uniqueId: 'dengue_000001',
      agencyKey: 'mec',
      title: 'Dengue nas escolas',
      content: 'São 12 casos.',
      extractedAt: at(0),
    }
    await store(article, {
      uniqueId: 'vacina_000002',
      agencyKey: 'saude',
      title: 'Vacinas',
      extractedAt: at(0),
    })
    await store({ ...article, content: 'São 15 casos.', extractedAt: at(1) })
    await expect
      .poll(() => kinds(aboutDengue.heard))
      .toEqual([
        ['appeared', 'dengue'],
        ['edited', 'dengue'],
      ])
    await expect.poll(() => kinds(ofHealth.heard)).toEqual([['appeared', 'vacina']])
    await expect.poll(() => all.heard.length).toBe(3)
    expect(aboutDengue.heard[1]?.data).toMatchObject({
      agency: 'mec',
      title: 'Dengue nas escolas',
      version: 2,
      grade: 'figures',
      reason: 'números alterados: “12” → “15”',
    })
    // The filter left an event out, and the position moves over it all the same.
    await expect.poll(() => ofHealth.state.last).toBe(all.heard.at(-1)?.id)
  })

  it('continues after the last event of a client, by its header, a position or an instant, without loss and repeat', async () => {
    await using first = await listen('/stream/articles')
    await expect.poll(() => first.state.last).not.toBe('')
    const began = new Date()
    await store({ uniqueId: 'a_00000a' }, { uniqueId: 'b_00000b' }, { uniqueId: 'c_00000c' })
    await expect.poll(() => first.heard.length).toBe(3)
    const [a] = first.heard
    await using byHeader = await listen('/stream/articles?since=0', { 'last-event-id': a?.id ?? '' })
    await using byPosition = await listen(`/stream/articles?since=${a?.id}`)
    await using byInstant = await listen(`/stream/articles?since=${encodeURIComponent(began.toISOString())}`)
    await expect
      .poll(() => kinds(byHeader.heard))
      .toEqual([
        ['appeared', 'b'],
        ['appeared', 'c'],
      ])
    await expect
      .poll(() => kinds(byPosition.heard))
      .toEqual([
        ['appeared', 'b'],
        ['appeared', 'c'],
      ])
    await expect
      .poll(() => kinds(byInstant.heard))
      .toEqual([
        ['appeared', 'a'],
        ['appeared', 'b'],
        ['appeared', 'c'],
      ])
  })

  it('has for a client far behind also what happened before anybody waited', async () => {
    await using waiting = await listen('/stream/articles')
    await expect.poll(() => waiting.state.last).not.toBe('')
    await store({ uniqueId: 'depois_000011' })
    // From now on memory has the end of the log, and the database alone has its beginning.
    await expect.poll(() => kinds(waiting.heard)).toEqual([['appeared', 'depois']])
    await using behind = await listen('/stream/articles?since=0')
    await expect.poll(() => kinds(behind.heard).at(-1)).toEqual(['appeared', 'depois'])
    expect(kinds(behind.heard)).toContainEqual(['appeared', 'antes'])
  })

  it('shows an article that its site removed, and no word of one that an operator took down', async () => {
    const article = anArticle({
      uniqueId: 'fora_00000d',
      agencyKey: 'saude',
      title: 'Página retirada',
      extractedAt: at(0),
    })
    const secret = anArticle({
      uniqueId: 'oculta_00000e',
      title: 'Palavra secreta',
      content: 'Nome de pessoa.',
      extractedAt: at(0),
    })
    const since =
      (await stack.query('{ articleChanges(first: 1) { events { position } } }')).articleChanges.events[0]
        ?.position ?? '0'
    await store(article, secret)
    const { url } = received(article)
    await removeArticles(stack.db, [
      { uniqueId: 'fora_00000d', agencyKey: 'saude', url, removedAt: new Date(at(2)) },
    ])
    await setTakenDown(stack.db, ['oculta_00000e'], new Date())
    await using all = await listen(`/stream/articles?since=${since}`)
    await using bySecret = await listen(`/stream/articles?since=${since}&keywords=secreta`)
    await expect.poll(() => all.heard.length).toBe(4)
    await expect.poll(() => bySecret.state.last).toBe(all.heard.at(-1)?.id)
    expect(bySecret.heard).toEqual([])
    expect(all.heard[2]).toMatchObject({ kind: 'removed', data: { title: 'Página retirada' } })
    expect(JSON.stringify(all.heard)).not.toMatch(/secreta|pessoa/)
  })

  it('forgets the words of an article that an operator takes down while they are in memory', async () => {
    await using first = await listen('/stream/articles')
    await expect.poll(() => first.state.last).not.toBe('')
    const since = first.state.last
    await store({ uniqueId: 'agora_00000f', title: 'Palavra guardada' })
    await expect.poll(() => first.heard.length).toBe(1)
    await setTakenDown(stack.db, ['agora_00000f'], new Date())
    await expect.poll(() => first.heard.length).toBe(2)
    await using again = await listen(`/stream/articles?since=${since}`)
    await expect.poll(() => kinds(again.heard).map(([kind]) => kind)).toEqual(['appeared', 'taken_down'])
    expect(JSON.stringify(again.heard)).not.toContain('guardada')
  })

  it('reads the log once for all who wait', async () => {
    const wait = async (readers: number) => {
      const open = await Promise.all(Array.from({ length: readers }, () => listen('/stream/articles')))
      await expect.poll(() => open.every(({ state }) => state.last !== '')).toBe(true)
      await store({ uniqueId: `primeira_${String(readers).padStart(6, '0')}` })
      await expect.poll(() => open.every(({ heard }) => heard.length === 1)).toBe(true)
      stack.gates.database.take()
      await store({ uniqueId: `segunda_${String(readers).padStart(6, '0')}` })
      await expect.poll(() => open.every(({ heard }) => heard.length === 2)).toBe(true)
      const reads = stack.gates.database.take().length
      for (const one of open) await one[Symbol.asyncDispose]()
      return reads
    }
    const [few, many] = [await wait(1), await wait(40)]
    // Each poll reads once; slow machines poll once or twice more until all have read.
    expect(many - few).toBeLessThan(10)
  })

  it.each([
    ['?since=ontem', 400],
    ['?q=dengue', 400],
    ['?unknown=1', 400],
    ['?startDate=x', 400],
  ])('refuses %s', async (query, status) => {
    const response = await stack.fetch(`/stream/articles${query}`)
    expect([response.status, (await response.json()).errors[0].extensions.code]).toEqual([
      status,
      'BAD_USER_INPUT',
    ])
  })

  it('refuses a last id that is no position, and other methods', async () => {
    const wrong = await stack.fetch('/stream/articles', { headers: { 'last-event-id': 'x' } })
    expect(wrong.status).toBe(400)
    expect((await stack.fetch('/stream/articles', { method: 'POST' })).status).toBe(405)
    expect((await stack.fetch('/stream/articles', { method: 'HEAD' })).status).toBe(200)
  })
})
