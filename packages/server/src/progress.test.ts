import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { startProgress } from './progress.ts'

/** Returns the lines that a progress bar writes without a terminal. */
function linesOf(total: number, steps: readonly (readonly [done: number, total?: number])[]): string[] {
  const stream = new PassThrough()
  const progress = startProgress('articles', total, stream)
  for (const step of steps) progress.update(...step)
  progress.stop()
  return String(stream.read() ?? '')
    .split('\n')
    .filter((line) => line !== '')
}

it('writes lines from 0 % to 100 %', () => {
  const lines = linesOf(2, [[1], [2]])
  expect(lines.at(0)).toMatch(/^articles .* 0% · 0\/2 · 0\/s · /)
  expect(lines.filter((line) => line.includes(' 0% '))).toHaveLength(1)
  expect(lines.at(-1)).toMatch(/^articles .* 100% · 2\/2 · \d+\/s · .* left$/)
})

it('writes nothing when the total is 0', () => {
  expect(linesOf(0, [[0]])).toEqual([])
})

it('accepts a total that changes', () => {
  expect(linesOf(0, [[1, 4]]).at(-1)).toMatch(/25% · 1\/4 · /)
  expect(linesOf(4, [[1, 8]]).at(-1)).toMatch(/12% · 1\/8 · /)
})
