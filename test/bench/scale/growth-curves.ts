// What was measured at each size, and the exponent of each curve.
import type { Figure } from '../measure.ts'
import { sumOf, type Spent } from './costs.ts'
import { exponentOf } from './exponent.ts'

/** Greatest exponent of what must not grow with the corpus, and of what reads the whole corpus. */
export const FLAT_MAX = 0.3
export const WHOLE_MAX = 1.05

/** The cost at one number of articles. */
export interface SizedCost {
  size: number
  /** Waiting times: one for a single run. */
  waitsMs: readonly number[]
  spent: Spent
}

/** The costs of one kind of work, by ascending size. */
interface Curve {
  name: string
  /** Greatest exponent that meets the target. */
  limit: number
  costs: SizedCost[]
}

/** Memory at one number of articles, in bytes. */
interface SizedMemory {
  size: number
  databaseBytes: number
  indexBytes: number
}

/** All that a benchmark of growth has measured so far. */
export interface Growth {
  curves: Map<string, Curve>
  memory: SizedMemory[]
}

/** Adds a point to the curve of this name, which is created with its first point. */
export function addCost({ curves }: Growth, name: string, limit: number, cost: SizedCost): void {
  const curve = curves.get(name) ?? { name, limit, costs: [] }
  curve.costs.push(cost)
  curves.set(name, curve)
}

/** Returns a time with its unit: milliseconds, and seconds from ten seconds on. */
export const formatMs = (ms: number): string =>
  ms < 10_000 ? `${ms.toFixed(ms < 100 ? 1 : 0)} ms` : `${Math.round(ms / 1000)} s`

const formatSize = (size: number) => `${size / 1000}k`
/** Returns bytes in MB. */
export const formatBytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`

function describeCost({ size, waitsMs, spent }: SizedCost): string {
  return `${formatSize(size)} ${formatMs(sumOf(spent))} (waited ${waitsMs.map(formatMs).join(', ')})`
}

/** Returns the exponent of a part of the costs as a text. A part without any time has none. */
function exponentText(costs: readonly SizedCost[], of: (cost: SizedCost) => number): string {
  const times = costs.map((cost) => ({ size: cost.size, ms: of(cost) }))
  return times.every(({ ms }) => ms > 0) ? exponentOf(times).toFixed(2) : 'none'
}

/** Waiting times and processor time of a curve, with the exponent of its processor time as the ratio. */
function toFigure({ name, limit, costs }: Curve, reasons: Readonly<Record<string, string>>): Figure {
  const common = {
    figure: `growth of ${name}`,
    comparedWith: `processor ${costs.map(describeCost).join('; ')}`,
    target: `≤ ${limit}`,
  }
  if (costs.length < 2)
    return {
      ...common,
      value: 'no exponent: one size so far',
      ratio: 'none',
      met: false,
      whyNot: 'An exponent needs two sizes.',
    }
  const exponent = exponentOf(costs.map(({ size, spent }) => ({ size, ms: sumOf(spent) })))
  const index = exponentText(costs, ({ spent }) => spent.indexMs)
  const others = exponentText(costs, ({ spent }) => sumOf(spent) - spent.indexMs)
  const waiting = exponentText(costs, ({ waitsMs }) => waitsMs[0] ?? 0)
  const why = reasons[name]
  return {
    ...common,
    value: `exponent ${exponent.toFixed(2)} of processor time (index server ${index}, others ${others}), ${waiting} of waiting`,
    ratio: exponent.toFixed(2),
    met: exponent <= limit,
    ...(why !== undefined && { whyNot: `growth of ${name}: ${why}` }),
  }
}

function toMemoryFigure(memory: readonly SizedMemory[]): Figure[] {
  const last = memory.at(-1)
  if (!last) return []
  const describe = ({ size, databaseBytes, indexBytes }: SizedMemory) =>
    `${formatSize(size)} ${formatBytes(databaseBytes)}, ${formatBytes(indexBytes)}`
  return [
    {
      figure: 'size of the database, memory of the index server after reading its documents back',
      value: `${formatBytes(last.databaseBytes)}, ${formatBytes(last.indexBytes)}`,
      comparedWith: memory.map(describe).join('; '),
      ratio: `${(last.indexBytes / last.size / 1024).toFixed(1)} KB an article`,
      target: 'none',
      met: true,
    },
  ]
}

/** Returns a figure for each curve, and one of the memory. Reasons for missed targets are by the names of curves. */
export function toFigures(
  { curves, memory }: Growth,
  reasons: Readonly<Record<string, string>> = {},
): Figure[] {
  return [...[...curves.values()].map((curve) => toFigure(curve, reasons)), ...toMemoryFigure(memory)]
}
