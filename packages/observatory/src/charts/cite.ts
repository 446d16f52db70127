import { formatDay } from '../format.ts'
import { texts } from '../texts.ts'

/** What a reader cites. Days as `2026-06-01`. */
export interface Citation {
  title: string
  /** Name of the chart in files and keys. */
  fileName: string
  /** Days of the data, both included; undefined when the chart does not tell. */
  period: { from: string; to: string } | undefined
  address: string
  /** The day of reading. */
  today: string
}

const words = texts.citation

const describePeriod = ({ period }: Citation) =>
  period && words.period(formatDay(period.from), formatDay(period.to))

/** Returns one sentence with the source, the period and the date, for pictures and tables. */
export function writeSourceLine(citation: Citation): string {
  return [words.source, describePeriod(citation), words.read(formatDay(citation.today))]
    .filter(Boolean)
    .join('; ')
    .concat('.')
}

/** Returns a reference in the order of ABNT NBR 6023: author, title, period, address, day of access. */
export function writeCitation(citation: Citation): string {
  const { title, address, today } = citation
  const period = describePeriod(citation)
  const subject = period ? `${title}, ${period}` : title
  return `${words.author}. ${subject}. ${words.available(address)} ${words.access(formatDay(today))}`
}

/** Characters with a meaning in LaTeX get a backslash. */
const escapeTex = (text: string) => text.replace(/[{}%&$#_]/g, '\\$&')

/** Returns a BibTeX entry, whose key has the name of the chart and the day of access. */
export function writeBibtex(citation: Citation): string {
  const { title, fileName, address, today } = citation
  const note = [describePeriod(citation), words.access(formatDay(today))].filter(Boolean).join('. ')
  return [
    `@misc{pauta-${fileName}-${today},`,
    `  author = {{${words.author}}},`,
    `  title = {${escapeTex(title)}},`,
    `  year = {${today.slice(0, 4)}},`,
    `  howpublished = {\\url{${address}}},`,
    `  note = {${escapeTex(note)}},`,
    `  urldate = {${today}}`,
    '}',
    '',
  ].join('\n')
}
