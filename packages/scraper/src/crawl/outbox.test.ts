import { describe, expect, it } from 'vitest'
import { Outbox } from './outbox.ts'
import type { RunContext } from './run-context.ts'

type Candidate = Parameters<Outbox['add']>[0]

const candidate = (slug: string, markdown: string): Candidate =>
  ({
    read: { page: { text: '' }, value: { markdown, contentHash: `hash of ${markdown}` } },
    item: { url: slug, title: slug },
    message: { uniqueId: slug },
    at: new Date(),
  }) as unknown as Candidate

/** Opens the outbox of a run in memory. The stored texts are those of the given length. */
function open(stored: Record<string, number> = {}) {
  const sent: string[] = []
  const held: string[] = []
  const context = {
    site: { key: 'pesca' },
    ports: {
      now: () => new Date(),
      emit: async ({ uniqueId }: { uniqueId: string }) => void sent.push(uniqueId),
      fetcher: { remember: async () => {} },
      findTexts: async () =>
        new Map(
          Object.entries(stored).map(([id, characters]) => [
            id,
            { characters, contentHash: 'hash of before' },
          ]),
        ),
    },
    counts: { addFault: (_: unknown, url: string) => void held.push(url), sent: 0, unkept: 0 },
    book: { clear: async () => {}, record: async () => {} },
  } as unknown as RunContext
  return { outbox: new Outbox(context), sent, held }
}

const LONG = 'Texto da notícia. '.repeat(30)
const SHORT = 'Texto da notícia com poucas palavras.'

describe('new articles', () => {
  it.each([
    [2, ['a', 'b'], []],
    [3, [], ['a', 'b', 'c']],
  ])('of %i addresses with the same text are sent: %j', async (count, expected, heldBack) => {
    const { outbox, sent, held } = open()
    for (const slug of ['a', 'b', 'c'].slice(0, count)) outbox.add(candidate(slug, LONG), false)
    expect(outbox.holdsReplacements).toBe(false)
    await outbox.flush()
    expect({ sent, held }).toEqual({ sent: expected, held: heldBack })
  })
})

describe('the new text of a stored article', () => {
  it('is sent at the end of the run', async () => {
    const { outbox, sent } = open({ a: LONG.length })
    outbox.add(candidate('a', LONG), true)
    expect(outbox.holdsReplacements).toBe(true)
    await outbox.flush()
    expect(sent).toEqual([])
    expect(await outbox.flushReplacements()).toBeNull()
    expect(sent).toEqual(['a'])
  })

  it('is held back, with the reason, where it lacks four fifths of the stored one', async () => {
    const { outbox, sent, held } = open({ a: LONG.length, b: LONG.length })
    outbox.add(candidate('a', SHORT), true)
    outbox.add(candidate('b', LONG), true)
    expect(await outbox.flushReplacements()).toBe('1 new texts lack four fifths of the stored ones')
    expect({ sent, held }).toEqual({ sent: ['b'], held: ['a'] })
  })
})
