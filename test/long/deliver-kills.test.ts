import { expect, it } from 'vitest'
import { startDeliveryBench } from '../support/delivery-bench.ts'
import { startDeliveryKills } from '../support/kill-deliveries.ts'
import { addCounts, NO_COUNTS, runManyWithKills, tellCounts } from '../support/kill-runs.ts'

const RUNS = 1000
const FIRST_SEED = 1
/** A drawn place is not reached in every run: this many must have struck for the counts to mean anything. */
const KILLS_MIN = 800

it('loses nothing in a thousand runs with kills', { timeout: 3_600_000 }, async () => {
  const bench = await startDeliveryBench()
  const kills = await startDeliveryKills(bench)
  const counts = await runManyWithKills(bench, kills, { firstSeed: FIRST_SEED, runs: RUNS })
  process.stdout.write(`${tellCounts(counts)}\n`)
  const { lost, unexcused, kills: killed } = Object.values(counts).reduce(addCounts, NO_COUNTS)
  expect(killed).toBeGreaterThan(KILLS_MIN)
  expect({ lost, unexcused }).toEqual({ lost: 0, unexcused: 0 })
  await kills.stop()
  await bench.stop()
})
