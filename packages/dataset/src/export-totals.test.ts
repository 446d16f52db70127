import { describe, expect, it } from 'vitest'
import type { Round } from './export-round.ts'
import { addRound, readTotals, type ExportTotals } from './export-totals.ts'

const ZERO: ExportTotals = {
  exported: 0,
  late: 0,
  alreadyThere: 0,
  removed: 0,
  shards: [],
  rewritten: [],
  commits: [],
  problems: [],
}

const round = ({ full = {}, reduced = {}, plan = {}, ...changes }: Record<string, object> = {}) =>
  ({
    plan: { alreadyThere: 0, takenDown: 0, ...plan },
    full: { commit: undefined, rewritten: [], deleted: [], removedElsewhere: 0, added: [], ...full },
    reduced: { commit: undefined, added: [], ...reduced },
    exported: 0,
    late: 0,
    problems: [],
    ...changes,
  }) as unknown as Round

describe('the totals of an export', () => {
  it('are those that an earlier invocation stored, or zeros', () => {
    const totals = { ...ZERO, exported: 7, shards: ['a'] }
    expect(readTotals(totals)).toEqual(totals)
    expect(readTotals({ exported: 7 })).toEqual({ ...ZERO, exported: 7 })
    for (const damaged of [undefined, null, { exported: -1 }, { late: 1.5 }, { shards: [7] }])
      expect(readTotals(damaged)).toEqual(ZERO)
  })

  it('add a round to what the rounds before did', () => {
    const before: ExportTotals = {
      exported: 1,
      late: 2,
      alreadyThere: 3,
      removed: 4,
      shards: ['s0'],
      rewritten: ['r0'],
      commits: ['c0'],
      problems: ['of the round before'],
    }
    const next = round({
      plan: { alreadyThere: 10, takenDown: 20 },
      full: {
        commit: 'c1',
        rewritten: ['r1'],
        deleted: ['d1'],
        removedElsewhere: 30,
        added: [{ path: 'no' }],
      },
      reduced: { commit: 'c2', added: [{ path: 's1' }] },
      exported: 40 as unknown as object,
      late: 50 as unknown as object,
      problems: ['p1'],
    })
    expect(addRound(before, next)).toEqual({
      exported: 41,
      late: 52,
      alreadyThere: 13,
      removed: 54,
      shards: ['s0', 's1'],
      rewritten: ['r0', 'r1', 'd1'],
      commits: ['c0', 'c1', 'c2'],
      problems: ['p1'],
    })
    expect(addRound(ZERO, round())).toEqual(ZERO)
  })

  it('show the latest twenty of each list', () => {
    const names = Array.from({ length: 20 }, (_, n) => `s${n}`)
    const totals = addRound({ ...ZERO, shards: names }, round({ reduced: { added: [{ path: 'new' }] } }))
    expect(totals.shards).toEqual([...names.slice(1), 'new'])
    expect(addRound({ ...ZERO, shards: names }, round()).shards).toEqual(names)
  })
})
