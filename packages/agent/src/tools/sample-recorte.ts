import { measureRecorte } from '../run/measure.ts'
import type { AgentTool } from './agent-tool.ts'
import { recorteSchema } from './recorte-arguments.ts'

const SAMPLE_ARTICLES = 5
const SUMMARY_MAX_CHARACTERS = 300

function shorten(text: string): string {
  const characters = [...text]
  if (characters.length <= SUMMARY_MAX_CHARACTERS) return text
  return `${characters.slice(0, SUMMARY_MAX_CHARACTERS - 1).join('')}…`
}

/** Returns the newest articles of a recorte. */
export const sampleRecorte = {
  name: 'sample_recorte',
  description:
    'Shows the newest articles of the last 30 days that a recorte captures: title, summary, agency.',
  parameters: recorteSchema,
  isSample: true,
  async run({ recorte, filters }, { index, now }) {
    const { count, articles } = await measureRecorte(index, filters, now)
    return {
      recorte,
      count,
      articles: articles.slice(0, SAMPLE_ARTICLES).map(({ title, summary, agency, agency_name: name }) => ({
        title: title ?? '',
        summary: summary ? shorten(summary) : null,
        agency_name: name || agency || null,
      })),
    }
  },
} satisfies AgentTool<typeof recorteSchema>
