import { upsertArticles } from '@pauta/core/ingest/writes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { followEvents, type FollowedEvent } from '../kit/client/event-stream.ts'
import { anArticle, received } from '../kit/rows/factories.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'
import { uniqueName } from '../kit/stack/stack.ts'

let stack: SharedStack
let token: string

beforeAll(async () => {
  stack = await shareTestStack()
  token = await stack.stack.token({ sub: uniqueName('leitora'), name: 'Leitora' })
})
afterAll(() => stack.stop())

const follow = (
  variables: Parameters<typeof followEvents>[2],
  until: (events: readonly FollowedEvent[]) => boolean = () => false,
) => followEvents(`${stack.stack.graphqlUrl}/stream`, token, variables, until)
const at = (minute: number) => new Date(Date.UTC(2026, 5, 1, 12, minute)).toISOString()
const store = (...articles: Parameters<typeof anArticle>[0][]) =>
  upsertArticles(
    stack.db,
    articles.map((article) => received(anArticle(article))),
  )
const DENGUE = { uniqueId: 'dengue_000001', agencyKey: 'saude', title: 'Dengue', extractedAt: at(0) }

describe('articleEvents', () => {
  it('sends what happens to the articles of a filter, and continues after a position without loss or repeat', async () => {
    await store({ ...DENGUE, content: 'São 12 casos.' }, { uniqueId: 'outra_000002', agencyKey: 'mec' })
    const first = await follow({ filter: { agencies: ['saude'] }, since: '0' }, ({ length }) => length === 1)
    expect(first.events).toMatchObject([
      { kind: 'APPEARED', uniqueId: 'dengue_000001', title: 'Dengue', version: 1 },
    ])
    const since = first.events[0]?.position ?? ''
    const following = follow({ filter: { agencies: ['saude'] }, since }, ({ length }) => length === 2)
    await store({ ...DENGUE, content: 'São 15 casos.', extractedAt: at(1) })
    await store({ ...DENGUE, content: 'São 19 casos.', extractedAt: at(2) }, { agencyKey: 'mec' })
    expect((await following).events).toMatchObject([
      { kind: 'EDITED', grade: 'FIGURES', version: 2 },
      { kind: 'EDITED', grade: 'FIGURES', version: 3 },
    ])
  })

  it('sends thousands of events of the past at the pace of their reader', async () => {
    const number = 1500
    for (let stored = 0; stored < number; stored += 500)
      await store(...Array.from({ length: 500 }, () => ({ agencyKey: 'ebc' })))
    const { events } = await follow(
      { filter: { agencies: ['ebc'] }, since: '0' },
      ({ length }) => length >= number,
    )
    const positions = events.map(({ position }) => Number(position))
    expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b))
  })

  it.each([
    [{ since: 'ontem' }, 'BAD_USER_INPUT'],
    [{ filter: { startDate: 'x' } }, 'BAD_USER_INPUT'],
    [{ filter: { keywords: Array.from({ length: 51 }, (_, n) => `k${n}`) } }, 'LIMIT_EXCEEDED'],
  ])('refuses %j', async (variables, code) => {
    expect(await follow(variables)).toEqual({ events: [], codes: [code] })
  })
})
