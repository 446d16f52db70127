import { expect, it } from 'vitest'
import { findStart, followEvents, type Following } from './follow.ts'
import { isAfter } from './position.ts'
import type { Tail } from './tail.ts'

const eventOf = (position: string, agency: string) =>
  ({ event: { position }, article: { agency } }) as unknown as Awaited<
    ReturnType<Tail['read']>
  >['events'][number]

/** A log with a page for each read, and what its readers asked for. */
function tailOf(...pages: [position: string, agencies: string[]][]) {
  const asked: string[] = []
  const tail: Tail = {
    findEnd: async () => '99',
    read: async (after) => {
      asked.push(after)
      const [position, agencies] = pages[asked.length - 1] ?? [after, []]
      return { position, events: agencies.map((agency) => eventOf(position, agency)) }
    },
  }
  return { tail, asked }
}

/** Follows until it ends by itself, or after some pages. */
async function follow(tail: Tail, changes: Partial<Following>, pages = 2) {
  const following = {
    after: '7',
    filter: {},
    signal: new AbortController().signal,
    isLate: () => false,
    waitMs: 1,
  }
  const found: [string, number][] = []
  for await (const { position, events } of followEvents(tail, { ...following, ...changes })) {
    found.push([position, events.length])
    if (found.length === pages) break
  }
  return found
}

it('goes on after each page, and yields the events of a filter and the position of all', async () => {
  const { tail, asked } = tailOf(['8', ['mec']], ['9', ['saude', 'mec', 'saude']])
  expect(await follow(tail, { filter: { agencies: ['saude'] } })).toEqual([
    ['8', 0],
    ['9', 2],
  ])
  expect(asked).toEqual(['7', '8'])
})

it('ends before the next page when the reader is gone, or when it is late', async () => {
  const { tail, asked } = tailOf()
  expect(await follow(tail, { signal: AbortSignal.abort() })).toEqual([])
  expect(await follow(tail, { isLate: () => true })).toEqual([])
  expect(asked).toEqual([])
  let pages = 0
  expect(await follow(tail, { isLate: () => ++pages > 1 })).toHaveLength(1)
  const gone = new AbortController()
  const leaving: Tail = { ...tail, read: async (position) => (gone.abort(), { position, events: [] }) }
  expect(await follow(leaving, { signal: gone.signal })).toHaveLength(1)
})

it('waits for a page as long as its reader wants and stays', async () => {
  const { tail } = tailOf()
  const { signal } = new AbortController()
  const waits: Parameters<Tail['read']>[1][] = []
  const read: Tail['read'] = async (position, options) => (waits.push(options), { position, events: [] })
  await follow({ ...tail, read }, { signal, waitMs: 12 }, 1)
  expect(waits).toEqual([{ signal, waitMs: 12 }])
})

it.each([
  ['10', '9', true],
  ['9', '10', false],
  ['12', '11', true],
  ['11', '12', false],
  ['11', '11', false],
])('position %s lies after %s: %s', (position, other, expected) => {
  expect(isAfter(position, other)).toBe(expected)
})

it.each([
  [undefined, '99'],
  [null, '99'],
  ['007', '7'],
  ['999999999999999999', '999999999999999999'],
])('a reader that names %j starts after %s', async (since, start) => {
  expect(await findStart({ db: undefined as never, tail: tailOf().tail }, since)).toBe(start)
})

it('a position of more than 18 digits, or another text, is none', async () => {
  for (const since of ['1'.repeat(19), 'ontem', '-1'])
    await expect(findStart({ db: undefined as never, tail: tailOf().tail }, since)).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
    })
})
