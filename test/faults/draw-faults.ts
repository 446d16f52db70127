import { seeded } from '../kit/runner/seeded.ts'
import type { Fault } from './find-faults.ts'

/**
 * Draws faults on lines that are spread evenly over the given ones, one fault a line. The same seed draws the same faults
 * from the same code. Returns fewer where there are fewer lines.
 */
export function drawFaults(
  faults: readonly Fault[],
  { count, seed }: { count: number; seed: number },
): Fault[] {
  const random = seeded(seed)
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]
  const lines = [...Map.groupBy(faults, ({ path, line }) => `${path}:${line}`).values()]
  const drawn = Math.min(count, lines.length)
  return Array.from({ length: drawn }, (_, n) => {
    const slice = lines.slice(
      Math.floor((n * lines.length) / drawn),
      Math.floor(((n + 1) * lines.length) / drawn),
    )
    return pick(pick(slice) ?? [])
  }).filter((fault) => fault !== undefined)
}
