import { setTakenDown } from '@pauta/core/removals/take-down'
import { removeArticles } from '@pauta/core/removals/removals'
import { upsertArticles } from '@pauta/core/ingest/writes'
import { listChanges } from '@pauta/core/history/changes'
import { countChanges, type ChangeCountRequest } from '@pauta/core/history/count-changes'
import type { ArticleEvent } from '@pauta/core/history/queries'
import {
  findLastInstant,
  findPositionBefore,
  listEventsAfter,
  listEventsBefore,
  listHistories,
  readVersions,
} from '@pauta/core/history/queries'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addEvents } from './kit/rows/event-rows.ts'
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
    const events = await listNew()
    expect(events.map(({ kind, version }) => [kind, version])).toEqual([
      ['appeared', 1],
      ['edited', 2],
      ['edited', 3],
    ])
    const history = (await listHistories(stack.db, ['muitas_000002'])).get('muitas_000002')
    expect(history?.versions.map(({ seenAt }) => seenAt)).toEqual(events.map(({ at }) => at))
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

  it('has every column of a version that another one replaced', async () => {
    const uniqueId = 'colunas_000005'
    const columns = (n: number) => ({
      title: `Título ${n}`,
      subtitle: `Linha ${n}`,
      content: `Texto ${n}.`,
      imageUrl: `https://www.gov.br/${n}.png`,
      publishedAt: at(n),
    })
    const updatedAt = at(9)
    await store(version(10, { uniqueId, ...columns(1), updatedAt }))
    const before = (await readVersions(stack.db, uniqueId, [1])).get(1)
    await store(version(11, { uniqueId, ...columns(2), updatedAt: at(10) }))
    const texts = await readVersions(stack.db, uniqueId, [1, 2])
    const dates = { publishedAt: new Date(at(1)), sourceUpdatedAt: new Date(updatedAt) }
    expect(texts.get(1)).toMatchObject({ ...columns(1), ...dates, contentHash: before?.contentHash })
    expect(texts.get(2)).toMatchObject({ ...columns(2), publishedAt: new Date(at(2)) })
    expect(texts.get(2)?.contentHash).not.toBe(before?.contentHash)
    const [row] = await stack.db`select version_at from article_versions where unique_id = ${uniqueId}`
    expect(row).toEqual({ versionAt: new Date(at(10)) })
  })

  it('begins with the row of an article that was stored before there was a log', async () => {
    const uniqueId = 'antiga_000003'
    const listSeen = async () =>
      (await listHistories(stack.db, [uniqueId]))
        .get(uniqueId)
        ?.versions.map(({ number, seenAt }) => [number, seenAt])
    await store(version(0, { uniqueId, content: 'Antes.' }))
    await tables.articleEvents.remove(stack.db, { uniqueId })
    const [createdAt, changedAt] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-01-02T00:00:00Z')]
    await tables.articles.set(stack.db, { uniqueId }, { createdAt, changedAt })
    expect(await listSeen()).toEqual([[1, createdAt]])
    await store(version(1, { uniqueId, content: 'Depois.' }))
    const events = await listNew()
    expect(events.map(({ kind, version }) => [kind, version])).toEqual([['edited', 2]])
    expect(await listSeen()).toEqual([
      [1, createdAt],
      [2, events[0]?.at],
    ])
    await tables.articleEvents.remove(stack.db, { uniqueId })
    await tables.articles.set(stack.db, { uniqueId }, { changedAt })
    expect(await listSeen()).toEqual([
      [1, createdAt],
      [2, changedAt],
    ])
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

describe('a log of some days', () => {
  // The last and the first second of days in Brasília. The third day begins a week and a month.
  const DAYS = [
    '2026-05-31T02:59:59Z',
    '2026-05-31T03:00:00Z',
    '2026-06-01T02:59:59Z',
    '2026-06-01T03:00:00Z',
  ]
  const [SATURDAY = '', , SUNDAY = '', MONDAY = ''] = DAYS
  beforeEach(async () => {
    await tables.articleEvents.remove(stack.db)
    for (const [place, day] of DAYS.entries()) await addEvents(stack.db, { at: day, count: place + 1 })
  })

  it('is counted by local periods, the last ones, from the oldest to the newest', async () => {
    const count = async (changes: Partial<ChangeCountRequest>) => {
      const period = { from: new Date('2026-05-01'), to: new Date('2026-07-01'), limit: 9 }
      const counts = await countChanges(stack.db, { by: 'DAY', ...period, ...changes })
      return counts.map(({ key, count }) => [key, count])
    }
    const days = [
      ['2026-05-30', 1],
      ['2026-05-31', 5],
      ['2026-06-01', 4],
    ]
    expect(await count({})).toEqual(days)
    expect(await count({ limit: 2 })).toEqual(days.slice(1))
    expect(await count({ by: 'WEEK' })).toEqual([
      ['2026-05-25', 6],
      ['2026-06-01', 4],
    ])
    expect(await count({ by: 'MONTH', limit: 1 })).toEqual([['2026-06-01', 4]])
    expect(await count({ from: new Date(SUNDAY), to: new Date(MONDAY) })).toEqual([['2026-05-31', 3]])
  })

  it('is read from an instant on, to the second', async () => {
    const positions = (await listEventsAfter(stack.db, { after: '0', limit: 10 })).map(
      ({ position }) => position,
    )
    expect(await findPositionBefore(stack.db, new Date(MONDAY))).toBe(positions[5])
    expect(await findPositionBefore(stack.db, new Date(SATURDAY))).toBe('0')
    const within = { after: '0', limit: 10, from: new Date(SUNDAY), to: new Date(MONDAY) }
    const found = await listEventsAfter(stack.db, within)
    expect(found.map(({ position }) => position)).toEqual(positions.slice(3, 6))
    expect(await findLastInstant(stack.db)).toEqual(new Date(MONDAY))
    await tables.articleEvents.remove(stack.db)
    expect(await findLastInstant(stack.db)).toBeUndefined()
  })

  it('is searched for a rare filter 5,000 events at a time', async () => {
    await tables.articleEvents.remove(stack.db)
    await store(version(0, { uniqueId: 'rara_000006', agencyKey: 'mec' }))
    const list = (after: string | null, first = 2, agencies = ['mec']) =>
      listChanges(stack.db, { filter: { agencies }, after, first })
    await addEvents(stack.db, { at: MONDAY, count: 499 })
    expect((await list(null)).events).toHaveLength(1)
    expect(await list(null)).toMatchObject({ endCursor: null })
    expect((await list(null, 499, ['saude'])).events).toHaveLength(499)
    await addEvents(stack.db, { at: MONDAY, count: 4501 })
    const { events, endCursor } = await list(null)
    expect(events).toEqual([])
    expect(await list(endCursor)).toMatchObject({ events: [{ uniqueId: 'rara_000006' }], endCursor: null })
    // A page that is full names its last event, also behind pages without any.
    const [rare] = await listEventsAfter(stack.db, { after: '0', limit: 1 })
    expect(await list(endCursor, 1)).toMatchObject({ endCursor: rare?.position })
    const many = await list(null, 501, ['saude'])
    expect([many.events.length, many.endCursor]).toEqual([501, many.events.at(-1)?.position])
  })
})
