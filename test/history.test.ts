import { setTakenDown } from '@pauta/core/removals/take-down'
import { removeArticles } from '@pauta/core/removals/removals'
import { upsertArticles } from '@pauta/core/ingest/writes'
import type { ArticleEvent } from '@pauta/core/history/queries'
import { listEventsAfter, listEventsBefore, listHistories, readVersions } from '@pauta/core/history/queries'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anArticle, received } from './kit/rows/factories.ts'
import { tables } from './kit/rows/tables.ts'
import { shareTestStack } from './kit/stack/shared-stack.ts'
import type { TestStack } from './kit/stack/stack.ts'

let stack: TestStack
let last = '0'

beforeAll(async () => {
  stack = await shareTestStack()
})
afterAll(() => stack.stop())
const listNew = () => listEventsAfter(stack.db, { after: last, limit: 1000 })
beforeEach(async () => {
  last = (await listNew()).at(-1)?.position ?? last
})

const UNIQUE_ID = 'dengue_000001'
const at = (minute: number) => new Date(Date.UTC(2026, 5, 1, 12, minute)).toISOString()
const version = (minute: number, changes: Parameters<typeof anArticle>[0] = {}) =>
  received(
    anArticle({
      uniqueId: UNIQUE_ID,
      agencyKey: 'saude',
      title: 'Casos de dengue',
      content: 'Foram 1.200 casos em Belém.',
      extractedAt: at(minute),
      ...changes,
    }),
  )
const shortly = ({ kind, version, seenBy, grade }: ArticleEvent) => [kind, version, seenBy, grade]
const store = (...articles: ReturnType<typeof version>[]) => upsertArticles(stack.db, articles)

it('takes 500 articles down at once, and no more', async () => {
  const unknown = Array.from({ length: 501 }, (_, n) => `desconhecida_${n}`)
  expect(await setTakenDown(stack.db, unknown.slice(1), new Date())).toEqual([])
  await expect(setTakenDown(stack.db, unknown, new Date())).rejects.toThrow('at most 500 articles, got 501')
})

describe('the log of articles', () => {
  it('has each thing that happens to an article, in order, with the version that it makes', async () => {
    const { db } = stack
    await store(version(0))
    await store(version(1))
    await store(version(2, { content: 'Foram 1.500 casos em Belém.' }))
    await store(version(1, { content: 'Uma versão que chega tarde.' }))
    await store(version(3, { content: 'Foram 1.500 casos em Belém.', tags: ['dengue'] }))
    const url = version(3).url
    await removeArticles(db, [{ uniqueId: UNIQUE_ID, agencyKey: 'saude', url, removedAt: new Date(at(4)) }])
    await store(version(5, { content: 'Foram 1.500 casos em Manaus.', tags: ['dengue'] }))
    await setTakenDown(db, [UNIQUE_ID], new Date(at(6)))
    await setTakenDown(db, [UNIQUE_ID], new Date(at(6)))
    await setTakenDown(db, [UNIQUE_ID], null)
    const events = await listNew()
    expect(events.map(shortly)).toEqual([
      ['appeared', 1, 'scraper', null],
      ['edited', 2, 'scraper', 'figures'],
      ['relabelled', null, 'scraper', null],
      ['removed', null, 'scraper', null],
      ['edited', 3, 'scraper', 'names'],
      ['restored', null, 'scraper', null],
      ['taken_down', null, 'operator', null],
      ['restored', null, 'operator', null],
    ])
    expect(events[1]?.reason).toBe('números alterados: “1.200” → “1.500”')
    expect(events.map(({ position }) => BigInt(position))).toEqual(
      events.map(({ position }) => BigInt(position)).sort((a, b) => (a < b ? -1 : 1)),
    )
    const versions = (await listHistories(db, [UNIQUE_ID])).get(UNIQUE_ID)?.versions
    expect(versions?.map(({ number, grade, seenAt }) => [number, grade, seenAt])).toEqual([
      [1, null, events[0]?.at],
      [2, 'figures', events[1]?.at],
      [3, 'names', events[4]?.at],
    ])
    const texts = await readVersions(db, UNIQUE_ID, [1, 2, 3, 4])
    expect([...texts].sort(([a], [b]) => a - b).map(([number, { content }]) => [number, content])).toEqual([
      [1, 'Foram 1.200 casos em Belém.'],
      [2, 'Foram 1.500 casos em Belém.'],
      [3, 'Foram 1.500 casos em Manaus.'],
    ])
  })

  it('has every version of an article of which several arrive in one call', async () => {
    await store(
      version(0, { uniqueId: 'muitas_000002', content: 'Texto um.' }),
      version(1, { uniqueId: 'muitas_000002', content: 'Texto dois.' }),
      version(2, { uniqueId: 'muitas_000002', content: 'Texto um.' }),
    )
    expect((await listNew()).map(({ kind, version }) => [kind, version])).toEqual([
      ['appeared', 1],
      ['edited', 2],
      ['edited', 3],
    ])
    const texts = await readVersions(stack.db, 'muitas_000002', [1, 2, 3])
    expect([1, 2, 3].map((number) => texts.get(number)?.content)).toEqual([
      'Texto um.',
      'Texto dois.',
      'Texto um.',
    ])
    const [stored] = await stack.db`
      select count(distinct content)::int as texts from article_versions where unique_id = 'muitas_000002'`
    expect(stored).toEqual({ texts: 2 })
  })

  it('begins with the row of an article that was stored before there was a log', async () => {
    await store(version(0, { uniqueId: 'antiga_000003', content: 'Antes.' }))
    await tables.articleEvents.remove(stack.db, { uniqueId: 'antiga_000003' })
    await store(version(1, { uniqueId: 'antiga_000003', content: 'Depois.' }))
    expect((await listNew()).map(({ kind, version }) => [kind, version])).toEqual([['edited', 2]])
    const versions = (await listHistories(stack.db, ['antiga_000003'])).get('antiga_000003')?.versions
    expect(versions?.map(({ number }) => number)).toEqual([1, 2])
  })

  it('is written with the article or not at all', async () => {
    const broken = { ...version(0, { uniqueId: 'quebrada_000004' }), title: 'x\0' }
    await expect(upsertArticles(stack.db, [broken])).rejects.toThrow(
      /invalid byte sequence|unsupported Unicode|0x00/,
    )
    expect(await listNew()).toEqual([])
  })

  it('is read forwards and backwards by position, kind, grade, agency and time', async () => {
    const ids = ['a_00000a', 'b_00000b'] as const
    await store(
      ...ids.map((uniqueId) =>
        version(0, { uniqueId, agencyKey: uniqueId.startsWith('a') ? 'mec' : 'saude' }),
      ),
    )
    await store(version(1, { uniqueId: ids[0], agencyKey: 'mec', content: 'Foram 900 casos em Belém.' }))
    const all = await listNew()
    const [first, second, third] = all
    const list = async (selection: Partial<Parameters<typeof listEventsAfter>[1]>) =>
      (await listEventsAfter(stack.db, { after: last, limit: 10, ...selection })).map(
        ({ position }) => position,
      )
    expect(await list({ limit: 1 })).toEqual([first?.position])
    expect(await list({ after: second?.position ?? '' })).toEqual([third?.position])
    expect(await list({ kinds: ['edited'] })).toEqual([third?.position])
    expect(await list({ grades: ['figures'] })).toEqual([third?.position])
    expect(await list({ grades: ['names'] })).toEqual([])
    expect(await list({ agencies: ['saude'] })).toEqual([second?.position])
    expect(await list({ from: third?.at, kinds: [] })).toContain(third?.position)
    expect(await list({ to: first?.at })).toEqual([])
    const backwards = await listEventsBefore(stack.db, { before: third?.position, limit: 1 })
    expect(backwards.map(({ position }) => position)).toEqual([second?.position])
  })
})
