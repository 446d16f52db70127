import { within } from '@pauta/core/search-index/filter'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestIndex, type TestIndex } from './index-harness.ts'

const DRAWS = 200
const DOCUMENTS = 120
/** Instants of the documents lie this many seconds around zero, some of them equal and some negative. */
const SPREAD = 100

let index: TestIndex
beforeAll(async () => {
  index = await startTestIndex()
  await index.load(
    {
      name: 'instants',
      fields: [
        { name: 'published_at', type: 'int64' },
        { name: 'available_at', type: 'int64', optional: true },
      ],
    },
    'instants',
    Array.from({ length: DOCUMENTS }, (_, i) => {
      const at = ((i * 37) % (2 * SPREAD)) - SPREAD
      return { id: String(i), published_at: at, ...(i % 3 === 0 ? {} : { available_at: at }) }
    }),
  )
})
afterAll(() => index.stop())

const count = async (filter: string): Promise<number> => {
  const { status, json } = await index.search('instants', { q: '*', filter_by: filter, per_page: 0 })
  expect(status).toBe(200)
  return Number(json.found)
}

// Half of the windows end in the same second as they begin, or before.
const instant = fc.integer({ min: (-SPREAD - 5) * 1000, max: (SPREAD + 5) * 1000 })
const length = fc.oneof(fc.integer({ min: -1500, max: 1500 }), fc.integer({ min: 0, max: 300_000 }))

it('counts one range as it counts two comparisons, for drawn windows', async () => {
  let empty = 0
  let filled = 0
  await fc.assert(
    fc.asyncProperty(
      instant,
      length,
      fc.constantFrom('published_at', 'available_at'),
      async (start, extent, field) => {
        const window = { from: new Date(start), to: new Date(start + extent) }
        const [from, to] = [Math.ceil(start / 1000), Math.ceil((start + extent) / 1000)]
        const found = await count(within(field, window) ?? '')
        expect(found).toBe(await count(`${field}:>=${from} && ${field}:<${to}`))
        if (found === 0) empty++
        else filled++
      },
    ),
    { numRuns: DRAWS },
  )
  expect(Math.min(empty, filled)).toBeGreaterThan(DRAWS / 10)
})
