import { texts } from '../../texts/texts.ts'

/** Where the documents for operators are published, without a final slash. Empty: nowhere, so that the file is named. */
const DOCS_URL: string = import.meta.env['VITE_DOCS_URL'] ?? ''
const FILE = 'operations.md'

/** Sections of the document for operators, by their anchors. */
export type DocsSection = 'when-something-is-wrong' | 'sites-that-do-not-answer' | 'freshness-and-incidents'

/** Leads to a section of the document for operators. */
export function DocsLink({ section }: { section: DocsSection }) {
  const address = `${FILE}#${section}`
  if (DOCS_URL === '') return <code>docs/{address}</code>
  return <a href={`${DOCS_URL}/${address}`}>{texts.operations.docs[section]}</a>
}
