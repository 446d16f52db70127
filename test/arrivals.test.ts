import { findOpenArrival, confirmArrivals, recordArrivals } from '@pauta/core/search-index/arrivals'
import { listDocumentRows } from '@pauta/core/articles/queries'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anArticle } from './kit/rows/factories.ts'
import { shareTestStack } from './kit/stack/shared-stack.ts'
import type { TestStack } from './kit/stack/stack.ts'
import { tables } from './kit/rows/tables.ts'

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack()
})
afterAll(() => stack.stop())

const NOON = Date.parse('2026-06-01T12:00:00.700Z')
const after = (minutes: number) => new Date(NOON + minutes * 60_000)
const whole = (minutes: number) => new Date(NOON - 700 + minutes * 60_000)

/** Writes an article to the database and not to the index. Returns its id. */
async function anUnindexed(): Promise<string> {
  const article = anArticle()
  await stack.write([article])
  return String(article.uniqueId)
}
const availableAt = async (id: string) =>
  (await listDocumentRows(stack.db, [id], stack.model.name))[0]?.availableAt

describe('the instant at which an article becomes searchable', () => {
  it('is recorded before its document is written, and counts from the confirmation on', async () => {
    const id = await anUnindexed()
    const noted = await recordArrivals(stack.db, [id], after(0))
    expect(noted).toEqual(new Map([[id, whole(0)]]))
    expect(await availableAt(id)).toBeNull()
    expect(await findOpenArrival(stack.db, after(-1))).toEqual(whole(0))
    expect(await confirmArrivals(stack.db, noted)).toEqual([])
    expect(await availableAt(id)).toEqual(whole(0))
    expect(await findOpenArrival(stack.db, after(-1))).toBeNull()
    expect(await recordArrivals(stack.db, [id], after(60))).toEqual(noted)
  })

  it('stays while the first attempt may be running, and is recorded again when that attempt failed', async () => {
    const id = await anUnindexed()
    const first = await recordArrivals(stack.db, [id], after(0))
    expect(await recordArrivals(stack.db, [id], after(9))).toEqual(first)
    expect(await recordArrivals(stack.db, [id], after(11))).toEqual(new Map([[id, whole(11)]]))
  })

  it('is not confirmed for a document with an older instant, which must be written again', async () => {
    const id = await anUnindexed()
    const first = await recordArrivals(stack.db, [id], after(0))
    const second = await recordArrivals(stack.db, [id], after(11))
    expect(await confirmArrivals(stack.db, first)).toEqual([id])
    expect(await availableAt(id)).toBeNull()
    expect(await confirmArrivals(stack.db, second)).toEqual([])
    expect(await confirmArrivals(stack.db, first)).toEqual([id])
    expect(await availableAt(id)).toEqual(whole(11))
  })

  it('delays no window when the article was taken down', async () => {
    const id = await anUnindexed()
    await recordArrivals(stack.db, [id], after(30))
    expect(await findOpenArrival(stack.db, after(29))).toEqual(whole(30))
    await tables.articles.set(stack.db, { uniqueId: id }, { deletedAt: new Date() })
    expect(await findOpenArrival(stack.db, after(29))).toBeNull()
  })
})
