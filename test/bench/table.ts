import { availableParallelism, cpus, totalmem } from 'node:os'
import type { Figure } from './measure.ts'

const COLUMNS = ['figure', 'value', 'compared with', 'ratio', 'target', 'met'] as const

/** A row of the table. The row of a benchmark that was never measured has no verdict. */
export interface Row extends Omit<Figure, 'met'> {
  met: boolean | undefined
}

const VERDICTS = { true: 'yes', false: 'NOT MET', undefined: '' } as const

const rowOf = ({ figure, value, comparedWith, ratio, target, met }: Row): string[] => [
  figure,
  value,
  comparedWith,
  ratio,
  target,
  VERDICTS[`${met}`],
]

/** Returns the lines of a table. Each column is as wide as its longest text. */
export function renderTable(figures: readonly Row[]): string {
  const rows = [[...COLUMNS], ...figures.map(rowOf)]
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map((row) => row.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  '))
  const rule = widths.map((width) => '-'.repeat(width)).join('  ')
  return [lines[0], rule, ...lines.slice(1)].map((line) => line?.trimEnd()).join('\n')
}

/** Returns the reasons for missed targets, each reason once. */
export function listReasons(figures: readonly Row[]): string[] {
  return [
    ...new Set(figures.flatMap(({ met, whyNot }) => (met === false && whyNot !== undefined ? [whyNot] : []))),
  ]
}

/** Describes the machine, because every figure depends on it. */
export function describeMachine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor'
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  return `${availableParallelism()} cores (${model}), ${gigabytes} GB, Node ${process.version}, ${process.platform} ${process.arch}`
}
