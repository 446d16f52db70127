import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listLeftOut } from './bench/report/left-out.ts'
import { findRegressions } from './bench/report/regressions.ts'
import { openPartialRun } from './bench/report/partial-run.ts'
import { keyEntries, readTarget, type Entry, type RunRecord } from './bench/report/run-record.ts'
import { percentile, summarize, type Run } from './bench/scale/costs.ts'
import { exponentOf } from './bench/scale/exponent.ts'
import { addCost, formatMs, toFigures, type Growth } from './bench/scale/growth-curves.ts'
import { readRuns, recordRun, writeReport } from './bench/report/write-report.ts'
import { renderTable } from './bench/table.ts'

const entry = (ratio: string, { target = '≥ 1', figure = 'search, p50' } = {}): Entry => ({
  benchmark: 'throughput',
  figure,
  value: '1 ms',
  comparedWith: 'a peer',
  ratio,
  target,
  met: true,
})
const run = (entries: Entry[], machine = '2 cores'): RunRecord => ({
  commit: 'abc1234',
  at: '2026-11-22T08:00:00.000Z',
  machine,
  load: 0.5,
  entries,
})
const runs = (ratios: readonly string[], options?: Parameters<typeof entry>[1]) =>
  ratios.map((ratio) => run([entry(ratio, options)]))

describe('regressions of the benchmarks', () => {
  it('are ratios more than 20 % below the median where higher is better', () => {
    const earlier = runs(['1.0', '1.2', '1.1'])
    expect(findRegressions(earlier, run([entry('0.89')]))).toEqual([])
    expect(findRegressions(earlier, run([entry('0.87')]))).toMatchObject([{ before: 1.1, now: 0.87 }])
    expect(findRegressions(earlier, run([entry('3')]))).toEqual([])
  })

  it('are ratios more than 20 % above the median where lower is better', () => {
    const lower = { target: '≤ 1.25 ×' }
    const earlier = runs(['0.9', '1.0', '1.1'], lower)
    expect(findRegressions(earlier, run([entry('1.19', lower)]))).toEqual([])
    expect(findRegressions(earlier, run([entry('1.21', lower)]))).toHaveLength(1)
    expect(findRegressions(earlier, run([entry('0.1', lower)]))).toEqual([])
  })

  it('ignore one slow run among the earlier ones', () => {
    expect(findRegressions(runs(['1', '1', '0.2', '1', '1']), run([entry('0.5')]))).toHaveLength(1)
    expect(findRegressions(runs(['1', '1', '9', '1', '1']), run([entry('0.9')]))).toEqual([])
  })

  it('compare with the last seven runs on the same processor', () => {
    const old = runs(['2', '2', '2', '2', '2', '2', '2'])
    const recent = runs(['1', '1', '1', '1', '1', '1', '1'])
    expect(findRegressions([...old, ...recent], run([entry('0.9')]))).toEqual([])
    expect(findRegressions([...recent, ...old], run([entry('0.9')]))).toHaveLength(1)
    expect(findRegressions(old, run([entry('0.9')], '64 cores'))).toEqual([])
  })

  it('need three earlier ratios', () => {
    expect(findRegressions(runs(['1', '1']), run([entry('0.1')]))).toEqual([])
    expect(findRegressions(runs(['1', '1', '1']), run([entry('0.1')]))).toHaveLength(1)
  })

  it('are not changes of ratios that are far below what is allowed', () => {
    const lower = { target: '≤ 100 ms' }
    expect(findRegressions(runs(['0.01', '0.01', '0.01'], lower), run([entry('0.09', lower)]))).toEqual([])
    expect(findRegressions(runs(['0.01', '0.01', '0.01'], lower), run([entry('0.2', lower)]))).toHaveLength(1)
  })

  it('recognise a figure whose text contains measured numbers', () => {
    const figure = (seconds: string) => ({ figure: `fan-out (${seconds} s), memory` })
    const earlier = ['4.1', '4.4', '5'].map((seconds) => run([entry('1', figure(seconds))]))
    expect(findRegressions(earlier, run([entry('0.5', figure('12.9'))]))).toHaveLength(1)
  })
})

describe('the record of a run', () => {
  it('reads the direction of a target, and its ratio when it is one', () => {
    expect(readTarget('≥ 0.8')).toEqual({ better: 'higher', ratio: 0.8 })
    expect(readTarget('≤ 1.1 × stock')).toEqual({ better: 'lower', ratio: 1.1 })
    expect(readTarget('≥ 350/s, no more than 32 MB')).toEqual({ better: 'higher', ratio: undefined })
    expect(readTarget('≤ 8 MB more')).toEqual({ better: 'lower', ratio: undefined })
    expect(readTarget('none')).toBeUndefined()
  })

  it('keeps figures apart that differ only in their numbers', () => {
    const entries = ['timeline 30 days', 'timeline 366 days'].map((figure) => entry('1', { figure }))
    expect([...keyEntries(entries).values()]).toEqual(entries)
  })

  it('is stored beside a page that contains every run', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pauta-report-'))
    try {
      const figure = 'a figure with </script> in it'
      const recorded = await recordRun([entry('1.5', { figure })])
      const page = await writeReport(folder, recorded)
      expect(await readRuns(folder)).toEqual([recorded])
      const html = await readFile(page, 'utf8')
      expect(html).toContain(recorded.commit)
      expect(html).not.toContain(figure)
      expect(html.split('</script>')).toHaveLength(3)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})

describe('the run of a benchmark that is not finished', () => {
  const { benchmark: _, ...figure } = entry('0.4')

  it('is stored once, with its last figures, and removed when the benchmark ends', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pauta-partial-'))
    try {
      const out = join(folder, 'not-made-yet')
      const partial = openPartialRun(out, 'growth')
      await partial.remove()
      await partial.store([figure])
      await partial.store([figure, { ...figure, ratio: '0.5' }])
      const stored = await readRuns(out)
      expect(stored).toHaveLength(1)
      expect(stored[0]?.entries).toMatchObject([
        { benchmark: 'growth', ratio: '0.4' },
        { benchmark: 'growth', ratio: '0.5' },
      ])
      await partial.remove()
      expect(await readRuns(out)).toEqual([])
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})

describe('the rows of benchmarks that a run leaves out', () => {
  const growth = (ratio: string): Entry => ({
    ...entry(ratio, { figure: 'growth of search' }),
    benchmark: 'growth',
  })
  const stored = [run([growth('0.4')]), run([growth('0.2'), entry('1')]), run([entry('1')])]

  it('are those of the newest stored run that has them, with its date and commit', () => {
    expect(listLeftOut(['growth'], stored)).toMatchObject([
      { figure: 'growth of search (2026-11-22, abc1234)', ratio: '0.2', met: true },
    ])
  })

  it('name their target and their command when no run has them', () => {
    const [row] = listLeftOut(['eight-oclock'], stored)
    expect(row).toMatchObject({ target: '≤ 10 min later', met: undefined })
    expect(row?.comparedWith).toContain('npm run bench -- eight-oclock')
    expect(renderTable(row ? [row] : [])).not.toContain('NOT MET')
  })
})

describe('the exponent of a curve', () => {
  const curve = (time: (size: number) => number) =>
    [10_000, 100_000, 330_000, 1_000_000].map((size) => ({ size, ms: time(size) }))

  it('is 0 for a constant, 1 for a line through zero and 2 for a square', () => {
    expect(exponentOf(curve(() => 5))).toBeCloseTo(0)
    expect(exponentOf(curve((size) => size / 7))).toBeCloseTo(1)
    expect(exponentOf(curve((size) => size ** 2))).toBeCloseTo(2)
  })

  it('is small for a logarithm', () => {
    expect(exponentOf(curve(Math.log))).toBeLessThan(0.15)
  })

  it('needs two sizes', () => {
    expect(() => exponentOf([{ size: 1, ms: 1 }])).toThrow('two sizes')
  })
})

describe('the cost of work', () => {
  const runOf = (waitMs: number, ownMs: number): Run => ({
    waitMs,
    spent: { ownMs, postgresMs: 2, indexMs: 3, endedMs: 5 },
  })

  it('is the average of the processor time of all processes, and the median of waiting', () => {
    expect(summarize([runOf(10, 1), runOf(30, 1), runOf(900, 4)])).toEqual({
      p50Ms: 30,
      p95Ms: 900,
      average: { ownMs: 2, postgresMs: 2, indexMs: 3, endedMs: 5 },
      p95: { ownMs: 4, postgresMs: 2, indexMs: 3, endedMs: 5 },
    })
  })

  it('has a p95 above 95 of 100 runs', () => {
    const values = Array.from({ length: 100 }, (_, n) => 100 - n)
    expect(percentile(values, 0.95)).toBe(96)
    expect(percentile([7], 0.95)).toBe(7)
  })
})

describe('the figures of growth', () => {
  interface Point {
    size: number
    /** Processor time of this process. */
    ownMs: number
    /** Processor time of the index server. */
    indexMs: number
    waitMs: number
  }
  const grow = (points: readonly Point[]): Growth => {
    const growth: Growth = { curves: new Map(), memory: [] }
    for (const { size, ownMs, indexMs, waitMs } of points) {
      const spent = { ownMs, indexMs, postgresMs: 0, endedMs: 0 }
      addCost(growth, 'search', 0.3, { size, spent, waitsMs: [waitMs, 2 * waitMs] })
    }
    return growth
  }
  const small = { size: 10_000, ownMs: 9, indexMs: 1, waitMs: 20 }

  it('judge by processor time, and show waiting times and parts too', () => {
    const [figure] = toFigures(grow([small, { size: 1_000_000, ownMs: 0.9, indexMs: 9.1, waitMs: 2000 }]))
    expect(figure).toMatchObject({ ratio: '0.00', met: true, target: '≤ 0.3' })
    expect(figure?.value).toBe(
      'exponent 0.00 of processor time (index server 0.48, others -0.50), 1.00 of waiting',
    )
    expect(figure?.comparedWith).toBe(
      'processor 10k 10.0 ms (waited 20.0 ms, 40.0 ms); 1000k 10.0 ms (waited 2000 ms, 4000 ms)',
    )
  })

  it('have no exponent of a part that took no time', () => {
    const [figure] = toFigures(
      grow([
        { ...small, indexMs: 0 },
        { ...small, size: 20_000 },
      ]),
    )
    expect(figure?.value).toContain('index server none')
  })

  it('miss the target with the reason when processor time grows', () => {
    const growth = grow([small, { size: 1_000_000, ownMs: 999, indexMs: 1, waitMs: 20 }])
    expect(toFigures(growth, { search: 'reads all' })).toMatchObject([
      { ratio: '1.00', met: false, whyNot: 'growth of search: reads all' },
    ])
    expect(toFigures(growth)[0]).not.toHaveProperty('whyNot')
  })

  it('keep the times of a single size, without an exponent', () => {
    const [figure] = toFigures(grow([small]))
    expect(figure).toMatchObject({ ratio: 'none', met: false })
    expect(figure?.comparedWith).toContain('10k 10.0 ms')
  })

  it('include the memory', () => {
    const memory = [{ size: 1024, databaseBytes: 2 ** 30, indexBytes: 2 ** 21 }]
    expect(toFigures({ curves: new Map(), memory })).toMatchObject([
      { value: '1024 MB, 2 MB', ratio: '2.0 KB an article' },
    ])
  })

  it('name times in seconds from ten seconds on', () => {
    expect([3.14, 314, 9999, 12_400].map(formatMs)).toEqual(['3.1 ms', '314 ms', '9999 ms', '12 s'])
  })
})
