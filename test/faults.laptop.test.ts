import { describe, expect, it } from 'vitest'
import { drawFaults } from './faults/draw-faults.ts'
import { findFaults } from './faults/find-faults.ts'
import { putFault } from './faults/put-fault.ts'
import { listRelatedTests, listUnitTests } from './faults/related-tests.ts'
import { runUnitTrials } from './faults/run-unit-trials.ts'
import { sourceFiles } from './kit/repository/source-files.ts'

/** Every text that one fault makes of a line of code. */
const broken = (text: string) =>
  findFaults('some/file.ts', text).map((fault) =>
    putFault(text, fault).replaceAll(/ +/g, ' ').replace(/ `$/, '`'),
  )

describe('faults', () => {
  it.each([
    ['const a = b < c', ['const a = b <= c']],
    ['const a = b >= 10', ['const a = b > 10', 'const a = b >= 10 + 1']],
    ['const a = b - 1', ['const a = b']],
    ['const a = b.slice(0, 5)', ['const a = b.slice(0 + 1, 5)', 'const a = b.slice(0, 5 + 1)']],
    ['const a = b && c && d', ['const a = b && c', 'const a = b && d', 'const a = c && d']],
    [
      'const a = b && (c || d)',
      ['const a = (b)', 'const a = (c || d)', 'const a = b && (d)', 'const a = b && (c)'],
    ],
    [
      'const a = (b || c) && d',
      ['const a = (b || c)', 'const a = (d)', 'const a = (c) && d', 'const a = (b) && d'],
    ],
    ['const a = () => b && { c }', ['const a = () => (b)', 'const a = () => ({ c })']],
    ['const a = (b ?? c) - 1', ['const a = (b ?? c)']],
    ['const a = b ?? c', []],
    ['const a = b.sort((x, y) => x - y)', ['const a = b.sort((y, x) => x - y)']],
    ['const a = b.toReversed()', ['const a = b.slice()']],
    ['const a = { b, c }', ['const a = { b }', 'const a = { c }']],
    ['const a = [b]', []],
    [
      'try { a() } catch { b() } finally { c() }',
      ['try { a() } catch { ; } finally { c() }', 'try { a() } catch { b() } finally { ; }'],
    ],
    [
      'try { a() } catch (b) { logger.warn({ b }); c() }',
      ['try { a() } catch (b) { logger.warn({ b }); ; }'],
    ],
    ['try { a() } catch (b) { logger?.warn({ b }, c); log(b) }', []],
    ["import a from 'b'", []],
    ['type A = { at: 1 | true }', []],
    ['logger.info({ a, b }, c)', []],
  ])('of %s', (text, changed) => {
    expect(broken(text).sort()).toEqual(changed.sort())
  })

  it.each([
    [
      'select a, b from t where c = ${d} and (e or f)',
      [
        'select a from t where c = ${d} and (e or f)',
        'select a, b from t where (e or f)',
        'select a, b from t where c = ${d}',
        'select a, b from t where c = ${d} and ( f)',
        'select a, b from t where c = ${d} and (e )',
      ],
    ],
    ['set a = 1, b = 2 where c >= 3', ['set a = 1 where c >= 3', 'set a = 1, b = 2 where c > 3']],
    [
      "select a from t where b between 1 and 2 and c = ' and '",
      ["select a from t where c = ' and '", 'select a from t where b between 1 and 2'],
    ],
    [
      'select a from t order by b desc, c',
      [
        'select a from t order by b, c',
        'select a from t order by b desc',
        'select a from t order by b desc, c desc',
      ],
    ],
  ])('of the SQL %s', (sql, changed) => {
    expect(broken(`db\`${sql}\``).sort()).toEqual(changed.map((text) => `db\`${text}\``).sort())
    expect(broken(`html\`${sql}\``)).toEqual([])
  })

  it('are drawn once per line, from all of the code and every kind, and equal for equal seeds', () => {
    const text = Array.from({ length: 100 }, (_, n) => `const a${n} = b && c < d${n}\n`).join('')
    const faults = findFaults('some/file.ts', text)
    const lines = (seed: number, kind: string) =>
      drawFaults(faults, { count: 50, seed })
        .filter((fault) => fault.kind === kind)
        .map(({ line }) => line)
    expect(lines(1, 'bound')).toEqual(lines(1, 'bound'))
    expect(lines(1, 'bound')).not.toEqual(lines(2, 'bound'))
    expect(lines(1, 'bound').map((line) => Math.floor((line - 1) / 10))).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
    ])
    expect(lines(1, 'condition')).toHaveLength(20)
    expect(drawFaults(faults, { count: 10_000, seed: 1 })).toHaveLength(200)
  })

  it.each([
    ['packages/enrichment/src/sentences/sentences.ts', 'packages/enrichment/src/sentences/sentences.test.ts'],
    ['packages/clippings/src/clippings/change-notices.ts', 'test/graphql/change-notices.test.ts'],
    ['packages/core/src/steps/enqueue.ts', 'test/jobs/sweep.test.ts'],
    ['packages/delivery/src/channels/telegram/telegram.ts', 'test/delivery/telegram.test.ts'],
  ])('in %s are run by %s', (path, test) => {
    expect(listRelatedTests(path)).toContain(test)
  })

  it('of one file run its unit tests in one process, and one without effect is unseen', async () => {
    const path = 'packages/enrichment/src/sentences/paragraphs.ts'
    const text = sourceFiles.find((file) => file.path === path)?.text ?? ''
    const moved = findFaults(path, text).find(({ kind }) => kind === 'bound')
    if (!moved) throw new Error(`${path} has no bound`)
    const faults = [moved, { ...moved, after: moved.before }, moved]
    const verdicts: (string | undefined)[] = []
    await runUnitTrials(
      faults.map((fault) => ({ fault, files: listUnitTests(path) })),
      (_, failure) => verdicts.push(failure),
    )
    const seen = expect.stringMatching(
      /paragraphs\.test\.ts: listParagraphs > a line of 60 characters/,
    ) as string
    expect(verdicts).toEqual([seen, undefined, seen])
  })
})
