import type { Figure } from '../measure.ts'

/** A row of the table, with the benchmark that measured it. */
export interface Entry extends Figure {
  benchmark: string
}

/** One run of `npm run bench`, as `--out` stores it. */
export interface RunRecord {
  /** Abbreviated hash; with `+` when the working tree had changes. */
  commit: string
  /** ISO 8601. */
  at: string
  machine: string
  /** Load average of the last minute, at the end. */
  load: number
  entries: Entry[]
}

/** Which side of a target is good, and the ratio at the target when the target is a plain ratio. */
export interface Target {
  better: 'lower' | 'higher'
  ratio: number | undefined
}

const TARGET = /^(?<sign>[≥≤])\s*(?<number>[\d.]+)\s*(?<unit>[^\s,;]*)/

/** Reads a target such as `≥ 0.8`, `≤ 1.1 × stock` or `≤ 100 ms`. Undefined for a target of another form. */
export function readTarget(target: string): Target | undefined {
  const found = TARGET.exec(target)?.groups
  if (!found) return undefined
  const isRatio = found['unit'] === '' || found['unit'] === '×'
  return {
    better: found['sign'] === '≥' ? 'higher' : 'lower',
    ratio: isRatio ? Number(found['number']) : undefined,
  }
}

/**
 * Returns a key for each entry that stays the same between runs: figures contain measured numbers, which are left out.
 * Entries with equal texts are counted.
 */
export function keyEntries(entries: readonly Entry[]): Map<string, Entry> {
  const keyed = new Map<string, Entry>()
  for (const entry of entries) {
    const text = `${entry.benchmark}: ${entry.figure.replaceAll(/[\d.,]+/g, '#')}`
    let key = text
    for (let count = 2; keyed.has(key); count++) key = `${text} (${count})`
    keyed.set(key, entry)
  }
  return keyed
}

/** Returns the ratio of an entry, or undefined when its text is no number. */
export function ratioOf({ ratio }: Figure): number | undefined {
  const value = Number.parseFloat(ratio)
  return Number.isFinite(value) ? value : undefined
}
