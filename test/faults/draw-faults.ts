import { seeded } from '../kit/runner/seeded.ts'
import type { Fault } from './find-faults.ts'

/** The share of each kind of fault. Lost fields are common in code, but most of them turn many tests red. */
export const SHARES: Record<string, number> = {
  condition: 0.4,
  bound: 0.2,
  field: 0.2,
  order: 0.1,
  failure: 0.1,
}

/**
 * Draws faults of every kind on lines that are spread evenly over the given ones, one fault a line and kind. The same
 * seed draws the same faults from the same code. `shares` are those of the kinds, 1 in all. Returns fewer faults where
 * there are fewer lines.
 */
export function drawFaults(
  faults: readonly Fault[],
  { count, seed, shares = SHARES }: { count: number; seed: number; shares?: Record<string, number> },
): Fault[] {
  const random = seeded(seed)
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]
  return Object.entries(shares).flatMap(([kind, share]) => {
    const ofKind = faults.filter((fault) => fault.kind === kind)
    const lines = [...Map.groupBy(ofKind, ({ path, line }) => `${path}:${line}`).values()]
    const drawn = Math.min(Math.round(count * share), lines.length)
    return Array.from({ length: drawn }, (_, n) => {
      const slice = lines.slice(
        Math.floor((n * lines.length) / drawn),
        Math.floor(((n + 1) * lines.length) / drawn),
      )
      return pick(pick(slice) ?? [])
    }).filter((fault) => fault !== undefined)
  })
}
