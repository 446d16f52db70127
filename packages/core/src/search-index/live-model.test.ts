import { describe, expect, it } from 'vitest'
import type { SearchIndex } from './client.ts'
import { memoizeLiveModel } from './live-model.ts'

/** A fake index. The test changes its live collection; `asked` counts the requests. */
function anIndex(collections: { name: string; model?: string }[]) {
  let asked = 0
  const index = {
    findSearchedCollection: () => {
      asked++
      const [live] = collections
      return Promise.resolve(
        live && { name: live.name, metadata: live.model ? { model: live.model } : undefined },
      )
    },
  } as unknown as SearchIndex
  return { live: memoizeLiveModel(index), asked: () => asked, swap: () => void collections.shift() }
}

describe('the model of the live collection', () => {
  it('is read once while the same collection answers', async () => {
    const { live, asked } = anIndex([{ name: 'news_1', model: 'a' }])
    expect(await live.holds('a')).toBe(true)
    expect(await live.holds('a', 'news_1')).toBe(true)
    expect(await live.holds('b')).toBe(false)
    live.observe('news_1')
    expect(await live.holds('a')).toBe(true)
    expect(asked()).toBe(1)
  })

  it('is read again when another collection has answered', async () => {
    const { live, asked, swap } = anIndex([
      { name: 'news_1', model: 'a' },
      { name: 'news_2', model: 'b' },
    ])
    expect(await live.holds('a')).toBe(true)
    swap()
    expect(await live.holds('a', 'news_2')).toBe(false)
    expect(await live.holds('b')).toBe(true)
    expect(asked()).toBe(2)
  })

  it('is read again after a word search that another collection answered', async () => {
    const { live, swap } = anIndex([
      { name: 'news_1', model: 'a' },
      { name: 'news_2', model: 'b' },
    ])
    expect(await live.holds('b')).toBe(false)
    swap()
    live.observe('news_2')
    expect(await live.holds('b')).toBe(true)
  })

  it('is assumed to match when the collection has no model or does not exist', async () => {
    expect(await anIndex([{ name: 'by hand' }]).live.holds('a')).toBe(true)
    expect(await anIndex([]).live.holds('a')).toBe(true)
  })
})
