import type { Client } from '@modelcontextprotocol/client'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { generatedCorpus } from '../kit/oracles/corpora.ts'
import { byForm } from '../kit/runner/form.ts'
import { connectMcp } from '../kit/client/mcp.ts'
import { drawnSelection, idsByOutput } from '../kit/oracles/selections.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

const SELECTIONS = byForm({ short: 40, long: 200 })
const SEED = 20_261_122
/** The corpus contains dates up to a day and a half ahead, and articles of the future are refused. */
const NOW = new Date(Date.now() - 2 * 86_400_000)

let stack: TestStack
let mcp: Client
beforeAll(async () => {
  stack = await shareTestStack()
  const corpora = fc.sample(generatedCorpus(NOW), { numRuns: 20, seed: SEED })
  const largest = corpora.reduce((one, other) => (other.incoming.length > one.incoming.length ? other : one))
  await stack.publish(largest.incoming, largest.features)
  mcp = await connectMcp(stack)
})
afterAll(async () => {
  await mcp.close()
  await stack.stop()
})

it(`returns the same articles in the same order from every output, for ${SELECTIONS} drawn selections`, async () => {
  let matching = 0
  for (const selection of fc.sample(drawnSelection(NOW), { numRuns: SELECTIONS, seed: SEED })) {
    const lists = await idsByOutput({ stack, mcp }, selection)
    if (lists.every.graphql.length > 1) matching++
    for (const { graphql, ...others } of Object.values(lists))
      for (const [output, ids] of Object.entries(others))
        expect({ selection, output, ids }).toMatchObject({ ids: graphql })
  }
  // Selections without articles prove little.
  expect(matching).toBeGreaterThan(SELECTIONS / 10)
})
