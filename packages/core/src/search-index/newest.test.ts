import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { IndexSearch, SearchIndex } from './client.ts'
import { makeNewestMemory } from './newest-memory.ts'
import { searchNewest } from './newest.ts'

const NOW = new Date('2026-06-15T12:00:00Z')
const HOUR = 3600
const DAY = 24 * HOUR

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
})
afterEach(() => {
  vi.useRealTimers()
})

/** An index of articles of these ages in seconds. With copies merged, two neighbours in the list are one group. */
function indexOf(ages: number[]) {
  const asked: (number | undefined)[] = []
  const state = { collection: 'c' }
  const search = async ({
    filter_by: bound,
    group_by: group,
    page = 1,
    per_page: limit = 10,
  }: IndexSearch) => {
    const from = bound === undefined ? undefined : Number(/\d+/.exec(bound)?.[0])
    asked.push(from === undefined ? undefined : NOW.getTime() / 1000 - from)
    const found = ages
      .map((age) => NOW.getTime() / 1000 - age)
      .filter((second) => from === undefined || second >= from)
      .map((second) => ({ document: { published_at: second } }))
    const cut = <T>(all: readonly T[]) => all.slice((page - 1) * limit, page * limit)
    const whole = { out_of: ages.length, request_params: { collection_name: state.collection } }
    if (group === undefined) return { ...whole, found: found.length, hits: cut(found) }
    const groups = Array.from({ length: Math.ceil(found.length / 2) }, (_, at) => ({
      hits: found.slice(2 * at, 2 * at + 2),
    }))
    return { ...whole, found: groups.length, found_docs: found.length, grouped_hits: cut(groups) }
  }
  const index = { search, newest: makeNewestMemory() } as unknown as SearchIndex
  const list = async (limit: number, { page = 1, isMerged = false } = {}) => {
    asked.length = 0
    const request = { page, per_page: limit, ...(isMerged && { group_by: 'story_id' }) } as IndexSearch
    const answer = await searchNewest(index, { search: request, page, limit })
    return [(answer.hits ?? answer.grouped_hits ?? []).length, answer.found, [...asked]]
  }
  return { list, ages, state }
}

describe('a list of the newest articles', () => {
  it.each<[string, number[], number, unknown[]]>([
    ['of two days fills the page', [HOUR, 2 * HOUR, 3 * DAY], 2, [2, 3, [2 * DAY]]],
    ['of two days is everything', [HOUR, 2 * DAY], 5, [2, 2, [2 * DAY]]],
    ['of two days is too short', [HOUR, 3 * DAY, 14 * DAY, 20 * DAY], 3, [3, 4, [2 * DAY, 14 * DAY]]],
    ['of two weeks is too short', [HOUR, 15 * DAY], 2, [2, 2, [2 * DAY, 14 * DAY, undefined]]],
    ['counts alone', [HOUR, 15 * DAY], 0, [0, 2, [2 * DAY]]],
  ])('%s', async (_, ages, limit, answer) => {
    expect(await indexOf(ages).list(limit)).toEqual(answer)
  })

  it.each<[string, number[], unknown]>([
    ['two days', [HOUR, 2 * DAY - 1, 3 * DAY], 2 * DAY],
    ['two weeks from an article of two days on', [HOUR, 2 * DAY, 20 * DAY], 14 * DAY],
    ['two weeks', [HOUR, 3 * DAY, 20 * DAY], 14 * DAY],
    ['the whole corpus', [HOUR, 20 * DAY, 30 * DAY], undefined],
  ])('remembers that a page needs %s', async (_, ages, again) => {
    const { list } = indexOf(ages)
    await list(2)
    expect((await list(2))[2]).toEqual([again])
    // Another page has a memory of its own.
    expect((await list(1))[2]).toEqual([2 * DAY])
  })

  it('remembers nothing behind the last article but to read all', async () => {
    const { list } = indexOf([HOUR, 20 * DAY])
    expect(await list(2, { page: 2 })).toEqual([0, 2, [2 * DAY, 14 * DAY, undefined]])
    expect((await list(2, { page: 2 }))[2]).toEqual([undefined])
  })
})

describe('a list with merged copies', () => {
  const ages = () => [1, 2, 3, 4].map((hour) => hour * HOUR).concat([20 * DAY, 21 * DAY])

  it('counts all groups once in a minute, or when a document comes', async () => {
    const { list, ages: own } = indexOf(ages())
    const merged = (limit = 1) => list(limit, { isMerged: true })
    expect(await merged()).toEqual([1, 3, [undefined]])
    expect(await merged()).toEqual([1, 3, [2 * DAY]])
    vi.setSystemTime(NOW.getTime() + 59_999)
    expect((await merged())[2]).toHaveLength(1)
    expect((await merged())[2]).not.toEqual([undefined])
    vi.setSystemTime(NOW.getTime() + 60_000)
    expect((await merged())[2]).toEqual([undefined])
    own.push(22 * DAY, 23 * DAY)
    expect((await merged()).slice(0, 2)).toEqual([1, 4])
  })

  it('counts the groups of another collection, though it has as many documents', async () => {
    const { list, state } = indexOf(ages())
    const merged = async () => (await list(1, { isMerged: true }))[2]
    await merged()
    expect(await merged()).toEqual([2 * DAY])
    state.collection = 'd'
    expect(await merged()).toHaveLength(2)
    expect(await merged()).toEqual([2 * DAY])
  })
})
