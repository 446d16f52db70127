import { COUNT_HOURS, countMonth, measureRecorte } from './measure.ts'
import type { AgentTool } from './agent-tool.ts'
import { recorteSchema } from './recorte-arguments.ts'

/** Counts the articles that a recorte captures. */
export const countRecorte = {
  name: 'count_recorte',
  description:
    'Counts the articles that a recorte captures: in the last 24 hours (count) and in the last 30 days ' +
    '(count_30_days, of total_30_days in all), with their most frequent themes and agencies.',
  parameters: recorteSchema,
  async run({ filters }, { index, now }) {
    const [measure, month] = await Promise.all([measureRecorte(index, filters, now), countMonth(index, now)])
    return {
      count: measure.count,
      since_hours: COUNT_HOURS,
      count_30_days: measure.monthCount,
      total_30_days: month,
      top_themes: measure.topThemes,
      top_agencies: measure.topAgencies,
    }
  },
} satisfies AgentTool<typeof recorteSchema>

export type RecorteCount = Awaited<ReturnType<typeof countRecorte.run>>
