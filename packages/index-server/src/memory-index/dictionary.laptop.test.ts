import { expect, test } from 'vitest'
import { Dictionary, byCodeUnit } from './dictionary.ts'

test('sorted runs have every term once, however the terms arrive', () => {
  const dictionary = new Dictionary()
  const terms = Array.from({ length: 12_000 }, (_, at) => `t${(at * 7_919) % 12_000}`)
  const arrivals = [0, 1, 3_000, 3_050, 3_100, 7_900, 12_000]
  for (let turn = 1; turn < arrivals.length; turn++) {
    for (const term of terms.slice(arrivals[turn - 1], arrivals[turn])) {
      expect(dictionary.add(term)).toBe(dictionary.add(term))
    }
    const runs = dictionary.runs()
    for (const run of runs) expect(run).toEqual(run.toSorted(byCodeUnit))
    expect(runs.flat().toSorted(byCodeUnit)).toEqual(terms.slice(0, arrivals[turn]).toSorted(byCodeUnit))
    expect(dictionary.runs()).toEqual(runs)
  }
})
