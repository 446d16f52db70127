import { afterAll, beforeAll, expect, it } from 'vitest'
import { shareDeliveryBench, type DeliveryBench } from '../kit/workers/delivery-bench.ts'
import { byForm } from '../kit/runner/form.ts'
import { startDeliveryKills, type DeliveryKills } from '../kit/processes/kill-deliveries.ts'
import { addCounts, NO_COUNTS, runManyWithKills, tellCounts } from '../kit/processes/kill-runs.ts'

const RUNS = byForm({ short: 12, long: 1000 })
const FIRST_SEED = 20_261_121

let bench: DeliveryBench
let kills: DeliveryKills

beforeAll(async () => {
  bench = await shareDeliveryBench()
  kills = await startDeliveryKills(bench)
})
afterAll(() => kills.stop())

it('loses no delivery, and doubles only those that a kill within a hand-off allows', async () => {
  const counts = await runManyWithKills(bench, kills, { firstSeed: FIRST_SEED, runs: RUNS })
  process.stdout.write(`${tellCounts(counts)}\n`)
  const all = Object.values(counts).reduce(addCounts, NO_COUNTS)
  expect(all.kills).toBeGreaterThan(RUNS * 0.8)
  expect(all.inHandOff).toBeGreaterThan(RUNS)
  expect({ lost: all.lost, unexcused: all.unexcused }).toEqual({ lost: 0, unexcused: 0 })
  expect({ push: counts.push.doubled, webhook: counts.webhook.doubled, ses: counts.ses.doubled }).toEqual({
    push: 0,
    webhook: 0,
    ses: 0,
  })
})
