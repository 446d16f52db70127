import { listEventsAfter, listHistories, readVersions, type ArticleEvent } from '@pauta/core/history/queries'
import { diffWords } from '@pauta/core/history/diff-words'
import { removeArticles } from '@pauta/core/removals/removals'
import { setTakenDown } from '@pauta/core/removals/take-down'
import { upsertArticles } from '@pauta/core/ingest/writes'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { anArticle, received } from './kit/rows/factories.ts'
import { byForm } from './kit/runner/form.ts'
import { shareTestStack } from './kit/stack/shared-stack.ts'
import type { TestStack } from './kit/stack/stack.ts'

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack()
})
afterAll(() => stack.stop())

const NAMES = ['a', 'b'] as const
const TEXTS = ['Foram 12 casos.', 'Foram 15 casos.', 'Foram 15 casos em Belém.', 'Nada mudou.'] as const
const TITLES = ['Casos', 'Casos de dengue'] as const

type Version = { content: string; title: string }
/** What the site or an operator does to one article. */
type Step =
  | ({ do: 'read'; name: string; age: number } & Version)
  | { do: 'remove' | 'take down' | 'put back'; name: string }

const name = fc.constantFrom(...NAMES)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('read' as const),
      name,
      content: fc.constantFrom(...TEXTS),
      title: fc.constantFrom(...TITLES),
      // Older than the last version by this many minutes: a message that arrives late.
      age: fc.constantFrom(0, 0, 0, 30),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), name }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('take down' as const), name }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('put back' as const), name }) },
)

/** An article as the oracle knows it. */
interface Known {
  versions: Version[]
  readAt: number
  removedAt: number | undefined
  state: 'there' | 'removed' | 'down'
  events: string[]
}

/** Computes what a step does, by the rules of the documents alone. */
function foresee(known: Known | undefined, one: Step, minute: number): Known | undefined {
  if (one.do === 'read') {
    const version = { content: one.content, title: one.title }
    const readAt = minute - one.age
    if (!known)
      return { versions: [version], readAt, removedAt: undefined, state: 'there', events: ['appeared'] }
    const isLate = readAt < known.readAt
    const last = known.versions.at(-1)
    const isOther = !isLate && (last?.content !== version.content || last.title !== version.title)
    if (isOther) {
      known.versions.push(version)
      known.events.push('edited')
    }
    known.readAt = Math.max(known.readAt, readAt)
    if (known.state === 'removed' && known.removedAt !== undefined && known.readAt > known.removedAt) {
      known.state = 'there'
      known.events.push('restored')
    }
    return known
  }
  if (!known) return undefined
  if (one.do === 'remove' && known.state === 'there' && known.readAt <= minute) {
    known.state = 'removed'
    known.removedAt = minute
    known.events.push('removed')
  } else if (one.do === 'take down' && known.state !== 'down') {
    known.state = 'down'
    known.events.push('taken_down')
  } else if (one.do === 'put back' && known.state !== 'there') {
    known.state = 'there'
    known.events.push('restored')
  }
  return known
}

const START = Date.UTC(2026, 5, 1)
const instant = (minute: number) => new Date(START + minute * 60_000)

/** Does a step for real. */
async function perform(one: Step, uniqueId: string, minute: number): Promise<void> {
  const { db } = stack
  const url = `https://www.gov.br/mec/pt-br/noticias/${uniqueId}`
  // An agency has few removals a day, and no second article of a taken-down title.
  const agencyKey = `orgao_${uniqueId}`
  if (one.do === 'read')
    await upsertArticles(db, [
      received(
        anArticle({
          uniqueId,
          url,
          agencyKey,
          title: one.title,
          content: one.content,
          publishedAt: instant(0).toISOString(),
          extractedAt: instant(minute - one.age).toISOString(),
        }),
      ),
    ])
  else if (one.do === 'remove')
    await removeArticles(db, [{ uniqueId, agencyKey, url, removedAt: instant(minute) }])
  else await setTakenDown(db, [uniqueId], one.do === 'take down' ? instant(minute) : null)
}

/** Returns the state to which the events of one article lead. */
function replay(events: readonly ArticleEvent[]): string {
  const last = events.map(({ kind }) => kind).findLast((kind) => kind !== 'edited' && kind !== 'relabelled')
  return { taken_down: 'down', removed: 'removed' }[last as string] ?? 'there'
}

async function readState(uniqueId: string): Promise<string> {
  const [row] = await stack.db<{ deletedAt: Date | null; removedAt: Date | null }[]>`
    select deleted_at, removed_at from articles where unique_id = ${uniqueId}`
  if (row?.removedAt) return 'removed'
  return row?.deletedAt ? 'down' : 'there'
}

let round = 0
let last = '0'
async function listNew(): Promise<ArticleEvent[]> {
  const events = await listEventsAfter(stack.db, { after: last, limit: 1000 })
  last = events.at(-1)?.position ?? last
  return events
}

it('replayed, the log of any history gives the rows, and its versions are those that were seen', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      round++
      const idOf = (article: string) => `${article}${round}_${round.toString(16).padStart(6, '0')}`
      const known = new Map<string, Known>()
      for (const [at, one] of steps.entries()) {
        const minute = 100 + 10 * at
        const after = foresee(known.get(one.name), one, minute)
        if (after) known.set(one.name, after)
        await perform(one, idOf(one.name), minute)
      }
      const events = await listNew()
      const positions = events.map(({ position }) => BigInt(position))
      expect(positions.every((position, at) => at === 0 || position > (positions[at - 1] ?? 0n))).toBe(true)
      for (const article of NAMES) {
        const uniqueId = idOf(article)
        const own = events.filter((event) => event.uniqueId === uniqueId)
        const expected = known.get(article)
        expect(own.map(({ kind }) => kind)).toEqual(expected?.events ?? [])
        if (!expected) continue
        for (const kind of expected.events) seen.add(kind)
        expect([replay(own), await readState(uniqueId)]).toEqual([expected.state, expected.state])
        if (expected.state === 'down') continue
        const numbers = expected.versions.map((_, position) => position + 1)
        expect(
          (await listHistories(stack.db, [uniqueId])).get(uniqueId)?.versions.map(({ number }) => number),
        ).toEqual(numbers)
        const versions = await readVersions(stack.db, uniqueId, numbers)
        expect(numbers.map((number) => versions.get(number)?.content)).toEqual(
          expected.versions.map(({ content }) => content),
        )
        expect(numbers.map((number) => versions.get(number)?.title)).toEqual(
          expected.versions.map(({ title }) => title),
        )
      }
    }),
    { numRuns: byForm({ short: 150, long: 2000 }) },
  )
  expect([...seen].sort()).toEqual(['appeared', 'edited', 'removed', 'restored', 'taken_down'])
})

it('differences join to both versions', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', ' ', '\n', '1.000', '12', ',', 'ção'), { maxLength: 60 })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = diffWords(before, after)
      const join = (left: string) =>
        parts
          .filter(({ kind }) => kind !== left)
          .map(({ text }) => text)
          .join('')
      expect([join('added'), join('removed')]).toEqual([before, after])
    }),
    { numRuns: byForm({ short: 300, long: 5000 }) },
  )
})
