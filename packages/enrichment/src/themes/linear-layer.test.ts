import { expect, it } from 'vitest'
import { addLogits, toProbabilities } from './linear-layer.ts'

const LAYER = {
  buckets: 2,
  codes: ['01', '02', '03'],
  weights: Float32Array.from([1, 2, 3, 10, 20, 30]),
  scale: 0.5,
}

it('adds the weights of hashed words for some themes', () => {
  const into = Float32Array.from([100, 100, 100])
  // 6 is in the first bucket, 5 in the second.
  const words = { hashes: Uint32Array.from([6, 5]), weights: Float32Array.from([2, 4]) }
  addLogits(LAYER, words, { from: 1, to: 3, into })
  expect([...into]).toEqual([100, 100 + 2 + 40, 100 + 3 + 60])
  addLogits(LAYER, words, { from: 0, to: 1, into })
  expect([...into]).toEqual([100 + 1 + 20, 142, 163])
})

it.each([
  [{ from: 0, to: 2, canBeNone: false }, [0.75, 0.25, 7]],
  // The rest to 1 is that of no theme, whose logit is 0.
  [{ from: 0, to: 2, canBeNone: true }, [0.6, 0.2, 7]],
  [{ from: 1, to: 2, canBeNone: false }, [Math.log(3), 1, 7]],
  [{ from: 1, to: 2, canBeNone: true }, [Math.log(3), 0.5, 7]],
])('turns logits into probabilities: %j', (options, expected) => {
  const logits = Float32Array.from([Math.log(3), 0, 7])
  toProbabilities(logits, options)
  for (const [at, value] of expected.entries()) expect(logits[at]).toBeCloseTo(value, 5)
})

it('takes any logit', () => {
  const logits = Float32Array.from([1000, -1000])
  toProbabilities(logits, { from: 0, to: 2, canBeNone: true })
  expect([...logits]).toEqual([1, 0])
  const low = Float32Array.from([-1000, -1000])
  toProbabilities(low, { from: 0, to: 2, canBeNone: false })
  expect([...low]).toEqual([0.5, 0.5])
})
