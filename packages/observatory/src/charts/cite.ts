import { foldText } from '../fold-text.ts'
import { formatDay } from '../format.ts'
import { texts } from '../texts/texts.ts'

/** What a reader cites. Days as `2026-06-01`. */
export interface Citation {
  /** Name of the body that publishes. */
  publisher: string
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
  return [words.source(citation.publisher), describePeriod(citation), words.read(formatDay(citation.today))]
    .filter(Boolean)
    .join('; ')
    .concat('.')
}

/** Returns a reference in the order of ABNT NBR 6023: author in capitals, title, period, address, day of access. */
export function writeCitation(citation: Citation): string {
  const { publisher, title, address, today } = citation
  const author = publisher.toLocaleUpperCase('pt-BR')
  const period = describePeriod(citation)
  const subject = period ? `${title}, ${period}` : title
  return `${author}. ${subject}. ${words.available(address)} ${words.access(formatDay(today))}`
}

/** Characters with a meaning in LaTeX get a backslash. */
const escapeTex = (text: string) => text.replace(/[{}%&$#_]/g, '\\$&')

/** Returns a name as letters, numbers and hyphens, which is all that keys of BibTeX take everywhere. */
const toKey = (name: string) =>
  foldText(name)
    .match(/[a-z0-9]+/g)
    ?.join('-') ?? 'fonte'

/** Returns a BibTeX entry, whose key has the names of publisher and chart and the day of access. */
export function writeBibtex(citation: Citation): string {
  const { publisher, title, fileName, address, today } = citation
  const note = [describePeriod(citation), words.access(formatDay(today))].filter(Boolean).join('. ')
  return [
    `@misc{${toKey(publisher)}-${fileName}-${today},`,
    `  author = {{${escapeTex(publisher)}}},`,
    `  title = {${escapeTex(title)}},`,
    `  year = {${today.slice(0, 4)}},`,
    `  howpublished = {\\url{${address}}},`,
    `  note = {${escapeTex(note)}},`,
    `  urldate = {${today}}`,
    '}',
    '',
  ].join('\n')
}
