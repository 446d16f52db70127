import { listEventsAfter, listHistories, readVersions, type ArticleEvent } from '@pauta/core/history/queries'
import { diffWords } from '@pauta/core/history/diff-words'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { performStep, type HistoryStep } from './kit/oracles/history-steps.ts'
import { startHistoryKills, type HistoryKills } from './kit/processes/kill-history.ts'
import { byForm } from './kit/runner/form.ts'
import { shareTestStack } from './kit/stack/shared-stack.ts'
import type { TestStack } from './kit/stack/stack.ts'

let stack: TestStack
let kills: HistoryKills
beforeAll(async () => {
  stack = await shareTestStack()
  kills = await startHistoryKills(stack.stack)
})
afterAll(async () => {
  await kills.stop()
  await stack.stop()
})

/** A step makes about so many statements. */
const STATEMENTS_MAX = 16
/** What the drawn histories had. */
const counts = { steps: 0, kills: 0, late: 0 }

const NAMES = ['a', 'b'] as const
const TEXTS = ['Foram 12 casos.', 'Foram 15 casos.', 'Foram 15 casos em Belém.', 'Nada mudou.'] as const
const TITLES = ['Casos', 'Casos de dengue'] as const

type Version = { content: string; title: string }

const step: fc.Arbitrary<HistoryStep> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('read' as const),
      content: fc.constantFrom(...TEXTS),
      title: fc.constantFrom(...TITLES),
      age: fc.constantFrom(0, 0, 0, 30),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ do: 'remove' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'take down' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'put back' as const }) },
)

/** A step of one of the articles. In one step of six, its process is killed at a statement, and it is done again. */
const named = fc.record({
  name: fc.constantFrom(...NAMES),
  step,
  killAt: fc.oneof(
    { weight: 5, arbitrary: fc.constant(undefined) },
    {
      weight: 1,
      arbitrary: fc.record({
        call: fc.integer({ min: 1, max: STATEMENTS_MAX }),
        moment: fc.constantFrom('before' as const, 'after' as const),
      }),
    },
  ),
})

/** An article as the oracle knows it. */
interface Known {
  versions: Version[]
  readAt: number
  removedAt: number | undefined
  state: 'there' | 'removed' | 'down'
  events: string[]
}

/** Computes what a step does, by the rules of the documents alone. */
function foresee(known: Known | undefined, one: HistoryStep, minute: number): Known | undefined {
  if (one.do === 'read') {
    const version = { content: one.content, title: one.title }
    const readAt = minute - one.age
    if (!known)
      return { versions: [version], readAt, removedAt: undefined, state: 'there', events: ['appeared'] }
    const isLate = readAt < known.readAt
    if (isLate) counts.late++
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
  const seenTimes = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(named, { minLength: 1, maxLength: 14 }), async (steps) => {
      round++
      const idOf = (article: string) => `${article}${round}_${round.toString(16).padStart(6, '0')}`
      const known = new Map<string, Known>()
      for (const [at, { name, step, killAt }] of steps.entries()) {
        const minute = 100 + 10 * at
        const after = foresee(known.get(name), step, minute)
        if (after) known.set(name, after)
        const order = { step, uniqueId: idOf(name), minute }
        counts.steps++
        if (killAt && (await kills.perform(order, killAt))) continue
        if (killAt) counts.kills++
        await performStep(stack.db, order)
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
        for (const kind of expected.events) seenTimes.set(kind, (seenTimes.get(kind) ?? 0) + 1)
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
  expect([...seenTimes.keys()].sort()).toEqual(['appeared', 'edited', 'removed', 'restored', 'taken_down'])
  process.stdout.write(
    `${round} histories: ${JSON.stringify(counts)}, ${JSON.stringify(Object.fromEntries(seenTimes))}\n`,
  )
  expect(counts.kills).toBeGreaterThan(round / 10)
  expect(counts.late).toBeGreaterThan(round / 10)
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
