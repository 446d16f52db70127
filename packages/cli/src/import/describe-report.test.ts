import { describe, expect, it } from 'vitest'
import { describeReport, reportToJson } from './describe-report.ts'
import { emptyReport, type ImportReport } from './import-file.ts'

const codes = (count: number) =>
  new Set(Array.from({ length: count }, (_, n) => `c${String(n + 1).padStart(2, '0')}`).toReversed())
const C_01_TO_20 = [...codes(20)].sort().join(', ')
const OPERATORS_TURN =
  'Unknown themes are not shown and unknown agencies have no name yet: npm run catalogue -- list'

describe('what an import did', () => {
  it.each<[Partial<ImportReport>, number, string]>([
    [{}, 2, '0 rows in 2.0 s (0/s): 0 new, 0 changed, 0 unchanged, 0 bad'],
    [
      { rows: 15, inserted: 1, updated: 2, unchanged: 4, bad: 8 },
      2,
      '15 rows in 2.0 s (8/s): 1 new, 2 changed, 4 unchanged, 8 bad',
    ],
    [{ rows: 3 }, 0, '3 rows in 0.0 s (3000/s): 0 new, 0 changed, 0 unchanged, 0 bad'],
  ])('of %j in %d s is %j', (report, seconds, line) => {
    expect(describeReport({ ...emptyReport(), ...report }, seconds)).toEqual([line])
  })

  it.each<[Partial<ImportReport>, string[]]>([
    [{ keptDown: 1 }, ['1 rows stay taken down']],
    [{ dropped: 1 }, ['1 pictures or videos without an http or https address were left out']],
    [{ createdAgencies: codes(1) }, ['Unknown agencies (1): c01', OPERATORS_TURN]],
    [{ createdThemes: codes(20) }, [`Unknown themes (20): ${C_01_TO_20}`, OPERATORS_TURN]],
    [{ createdThemes: codes(21) }, [`Unknown themes (21): ${C_01_TO_20} and 1 more`, OPERATORS_TURN]],
    [{ otherLabels: codes(2) }, ["Themes with another label, the catalogue's stays (2): c01, c02"]],
    [{ bad: 100 }, []],
    [{ bad: 101 }, ['Only the first 100 bad rows were shown.']],
  ])('has further lines for %j', (report, lines) => {
    expect(describeReport({ ...emptyReport(), ...report }, 1).slice(1)).toEqual(lines)
  })

  it('is one JSON value with sorted lists', () => {
    const report = {
      ...emptyReport(),
      labelled: 5,
      createdAgencies: codes(2),
      createdThemes: codes(3),
      otherLabels: codes(1),
    }
    expect(reportToJson(report, 1.23456)).toEqual({
      rows: 0,
      inserted: 0,
      updated: 0,
      unchanged: 0,
      labelled: 5,
      bad: 0,
      keptDown: 0,
      dropped: 0,
      unknownAgencies: ['c01', 'c02'],
      unknownThemes: ['c01', 'c02', 'c03'],
      themesWithOtherLabels: ['c01'],
      seconds: 1.235,
    })
  })
})
