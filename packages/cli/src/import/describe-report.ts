import type { ImportReport } from './import-file.ts'

/** Codes that a line names. */
const LISTED_MAX = 20
/** Bad rows of a run that are shown with their reason. */
export const BAD_ROWS_SHOWN = 100

function shorten(codes: Set<string>): string {
  const all = [...codes].sort()
  const shown = all.slice(0, LISTED_MAX).join(', ')
  return all.length > LISTED_MAX ? `${shown} and ${all.length - LISTED_MAX} more` : shown
}

/** Returns what an import did, in lines for people. */
export function describeReport(report: ImportReport, seconds: number): string[] {
  const rate = Math.round(report.rows / Math.max(seconds, 0.001))
  const lines = [
    `${report.rows} rows in ${seconds.toFixed(1)} s (${rate}/s): ${report.inserted} new, ${report.updated} changed, ` +
      `${report.unchanged} unchanged, ${report.bad} bad`,
  ]
  const { createdAgencies, createdThemes, otherLabels, keptDown, dropped } = report
  if (keptDown > 0) lines.push(`${keptDown} rows stay taken down`)
  if (dropped > 0) lines.push(`${dropped} pictures or videos without an http or https address were left out`)
  if (createdAgencies.size > 0)
    lines.push(`Unknown agencies (${createdAgencies.size}): ${shorten(createdAgencies)}`)
  if (createdThemes.size > 0) lines.push(`Unknown themes (${createdThemes.size}): ${shorten(createdThemes)}`)
  if (createdAgencies.size + createdThemes.size > 0)
    lines.push(
      'Unknown themes are not shown and unknown agencies have no name yet: npm run catalogue -- list',
    )
  if (otherLabels.size > 0)
    lines.push(
      `Themes with another label, the catalogue's stays (${otherLabels.size}): ${shorten(otherLabels)}`,
    )
  if (report.bad > BAD_ROWS_SHOWN) lines.push(`Only the first ${BAD_ROWS_SHOWN} bad rows were shown.`)
  return lines
}

/** The report with lists in place of sets, which JSON cannot write. */
export function reportToJson(report: ImportReport, seconds: number): Record<string, unknown> {
  const { createdAgencies, createdThemes, otherLabels, ...counts } = report
  const sorted = (codes: Set<string>) => [...codes].sort()
  return {
    ...counts,
    unknownAgencies: sorted(createdAgencies),
    unknownThemes: sorted(createdThemes),
    themesWithOtherLabels: sorted(otherLabels),
    seconds: Number(seconds.toFixed(3)),
  }
}
