import { availableParallelism, cpus, totalmem } from 'node:os'
import type { Figure } from './measure.ts'

const COLUMNS = ['figure', 'value', 'compared with', 'ratio', 'target', 'met'] as const

const rowOf = ({ figure, value, comparedWith, ratio, target, met }: Figure): string[] => [
  figure,
  value,
  comparedWith,
  ratio,
  target,
  met ? 'yes' : 'NOT MET',
]

/** Returns the lines of a table. Each column is as wide as its longest text. */
export function renderTable(figures: readonly Figure[]): string {
  const rows = [[...COLUMNS], ...figures.map(rowOf)]
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map((row) => row.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  '))
  const rule = widths.map((width) => '-'.repeat(width)).join('  ')
  return [lines[0], rule, ...lines.slice(1)].map((line) => line?.trimEnd()).join('\n')
}

/** Returns the reasons for missed targets, each reason once. */
export function listReasons(figures: readonly Figure[]): string[] {
  return [...new Set(figures.flatMap(({ met, whyNot }) => (met || whyNot === undefined ? [] : [whyNot])))]
}

/** Describes the machine, because every figure depends on it. */
export function describeMachine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor'
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  return `${availableParallelism()} cores (${model}), ${gigabytes} GB, Node ${process.version}, ${process.platform} ${process.arch}`
}
