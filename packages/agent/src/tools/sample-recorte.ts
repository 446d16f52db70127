import { cutAtWord } from '@pauta/platform/text/cut-text'
import { JUDGED_DAYS, measureRecorte } from './measure.ts'
import type { AgentTool } from './agent-tool.ts'
import { recorteSchema } from './recorte-arguments.ts'

const SAMPLE_ARTICLES = 5
const SUMMARY_MAX_CHARACTERS = 300

/** Returns the newest articles of a recorte. */
export const sampleRecorte = {
  name: 'sample_recorte',
  description:
    'Shows the newest articles of the last 30 days that a recorte captures: title, summary, agency. `count` is the number ' +
    'of all its articles in these `days`.',
  parameters: recorteSchema,
  isSample: true,
  async run({ recorte, filters }, { index, now }) {
    const { monthCount, articles } = await measureRecorte(index, filters, now)
    return {
      recorte,
      count: monthCount,
      days: JUDGED_DAYS,
      articles: articles.slice(0, SAMPLE_ARTICLES).map(({ title, summary, agency, agency_name: name }) => ({
        title: title ?? '',
        summary: summary ? cutAtWord(summary, SUMMARY_MAX_CHARACTERS) : null,
        agency_name: name || agency || null,
      })),
    }
  },
} satisfies AgentTool<typeof recorteSchema>
