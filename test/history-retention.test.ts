import { removeOldHistory } from '@pauta/core/history/retention'
import { listHistories } from '@pauta/core/history/queries'
import { upsertArticles } from '@pauta/core/ingest/writes'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anArticle, received } from './kit/rows/factories.ts'
import { tables } from './kit/rows/tables.ts'
import { shareTestStack } from './kit/stack/shared-stack.ts'
import type { TestStack } from './kit/stack/stack.ts'

const NOW = new Date('2026-11-26T12:00:00Z')
const LAST_GONE = new Date('2025-10-31T23:59:59.999Z')
const FIRST_KEPT = new Date('2025-11-01T00:00:00Z')
const UNIQUE_ID = 'editada_000001'

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack()
})
afterAll(() => stack.stop())

const remove = (months: number, now = NOW, signal = new AbortController().signal) =>
  removeOldHistory(stack.db, { now, months, signal })
const listMonths = async () =>
  (
    await stack.db<{ name: string }[]>`
      select inhrelid::regclass::text as name from pg_inherits where inhparent = 'article_events'::regclass order by 1`
  ).map(({ name }) => name)

describe('the retention of the log', () => {
  let position = 1_000_000
  const addEvents = (...instants: Date[]) =>
    tables.articleEvents.add(
      stack.db,
      instants.map((at) => ({
        position: String(position++),
        at,
        uniqueId: 'antiga_000009',
        agencyKey: 'mec',
        kind: 'appeared',
        seenBy: 'scraper',
      })),
    )
  const listInstants = async () =>
    (
      await stack.db<{ at: Date }[]>`
        select at from article_events where unique_id = 'antiga_000009' order by at`
    ).map(({ at }) => at)

  beforeEach(async () => {
    await tables.articleEvents.remove(stack.db, { uniqueId: 'antiga_000009' })
    await stack.db`select make_article_event_months('2025-09-01', 3)`
  })

  it('drops the months that ended before the kept ones, to the millisecond', async () => {
    const before = await listMonths()
    // May 2024 has no partition of its own.
    await addEvents(new Date('2024-05-01T00:00:00Z'), LAST_GONE, FIRST_KEPT)
    expect(await remove(12, NOW, AbortSignal.abort())).toEqual({ months: 2, events: 0, versions: 0 })
    expect(await remove(12)).toEqual({ months: 0, events: 1, versions: 0 })
    expect(await listInstants()).toEqual([FIRST_KEPT])
    const after = await listMonths()
    expect(before.filter((month) => !after.includes(month))).toEqual([
      'article_events_2025_09',
      'article_events_2025_10',
    ])
    expect(await remove(12)).toEqual({ months: 0, events: 0, versions: 0 })
  })

  it('keeps everything by default', async () => {
    await addEvents(new Date('2024-05-01T00:00:00Z'))
    expect(await remove(0)).toEqual({ months: 0, events: 0, versions: 0 })
    expect(await listInstants()).toHaveLength(1)
  })
})

describe('the retention of versions', () => {
  const store = (minute: number, content: string) =>
    upsertArticles(stack.db, [
      received(
        anArticle({
          uniqueId: UNIQUE_ID,
          content,
          extractedAt: new Date(Date.UTC(2026, 5, 1, 12, minute)).toISOString(),
        }),
      ),
    ])
  const listNumbers = async () =>
    (await listHistories(stack.db, [UNIQUE_ID])).get(UNIQUE_ID)?.versions.map(({ number }) => number)

  it('follows that of the log, and later versions go on with their numbers', async () => {
    for (const [minute, content] of ['Um.', 'Dois.', 'Três.'].entries()) await store(minute, content)
    await tables.articleVersions.set(stack.db, { uniqueId: UNIQUE_ID, number: 1 }, { replacedAt: LAST_GONE })
    await tables.articleVersions.set(stack.db, { uniqueId: UNIQUE_ID, number: 2 }, { replacedAt: FIRST_KEPT })
    expect(await remove(12, NOW, AbortSignal.abort())).toMatchObject({ versions: 0 })
    expect(await remove(12)).toMatchObject({ versions: 1 })
    expect(await listNumbers()).toEqual([2, 3])
    expect(await tables.articleTexts.count(stack.db)).toBe(1)

    // A month later none of the replaced ones is left.
    const later = new Date('2026-12-01T00:00:00Z')
    expect(await remove(12, later)).toMatchObject({ versions: 1 })
    expect(await listNumbers()).toEqual([3])
    expect(await tables.articleTexts.count(stack.db)).toBe(0)
    await store(4, 'Quatro.')
    expect(await listNumbers()).toEqual([3, 4])
  })

  it('keeps a text that a kept version has', async () => {
    for (const [minute, content] of ['A.', 'B.', 'A.', 'C.'].entries()) await store(10 + minute, content)
    const [first, ...others] = await stack.db<{ number: number }[]>`
      select number from article_versions v join article_texts t on t.digest = v.content
      where unique_id = ${UNIQUE_ID} and t.digest = sha256('A.') order by number`
    expect(others).toHaveLength(1)
    await tables.articleVersions.set(
      stack.db,
      { uniqueId: UNIQUE_ID, number: first?.number ?? 0 },
      { replacedAt: LAST_GONE },
    )
    const texts = await tables.articleTexts.count(stack.db)
    expect(await remove(12)).toMatchObject({ versions: 1 })
    expect(await tables.articleTexts.count(stack.db)).toBe(texts)
  })
})
