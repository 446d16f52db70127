import { fitRowLabels } from '../../charts/axis-labels.ts'
import type { Source } from '../../charts/chart.tsx'
import type { AgencyMeasure } from './merge-periods.ts'

/** Height of the row of an agency, in CSS pixels. */
export const ROW_HEIGHT = 26

/** The options of a plot with a row for each agency. */
export function rowsOf(measures: readonly AgencyMeasure[], width: number) {
  const domain = measures.map(({ name }) => name)
  const { marginLeft, tickFormat } = fitRowLabels(domain, width)
  return { marginLeft, y: { label: null, domain, tickFormat } }
}

/** What a chart of agencies takes. */
export interface Measured {
  measures: readonly AgencyMeasure[]
  source: Source
}
