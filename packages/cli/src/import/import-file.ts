import type { IncomingArticle } from '@pauta/core/articles/article'
import { upsertArticles, UPSERT_MAX_ARTICLES } from '@pauta/core/ingest/writes'
import type { DbPool } from '@pauta/platform/database/database'
import { RowError, toIncomingArticle } from './dataset-row.ts'
import { openRows, type NumberedRow } from './read-rows.ts'

/** Counts of the rows of all files so far. */
export interface ImportReport {
  rows: number
  inserted: number
  updated: number
  unchanged: number
  /** New and changed rows with a theme. */
  labelled: number
  bad: number
  /** Rows of articles that were taken down; they stay taken down. */
  keptDown: number
  /** Pictures and videos without an http or https address; they are left out of their articles. */
  dropped: number
  createdAgencies: Set<string>
  createdThemes: Set<string>
  /** Codes of themes whose label differs from the catalogue's. The catalogue's label stays. */
  otherLabels: Set<string>
}

export function emptyReport(): ImportReport {
  return {
    rows: 0,
    inserted: 0,
    updated: 0,
    unchanged: 0,
    labelled: 0,
    bad: 0,
    keptDown: 0,
    dropped: 0,
    createdAgencies: new Set(),
    createdThemes: new Set(),
    otherLabels: new Set(),
  }
}

export interface ImportOptions {
  db: DbPool
  /** Start of the import. */
  now: Date
  /** The import adds its counts to this report. */
  report: ImportReport
  onProgress: () => void
  onBadRow: (line: number, reason: string) => void
}

/** An article and its line in the file. */
interface ImportedRow {
  line: number
  article: IncomingArticle
}

async function writeBatch(
  batch: readonly ImportedRow[],
  { db, report, onProgress, onBadRow }: ImportOptions,
): Promise<void> {
  const result = await upsertArticles(
    db,
    batch.map(({ article }) => article),
    { arePast: true, seenBy: 'import' },
  )
  let stored = 0
  for (const [position, { line, article }] of batch.entries()) {
    const outcome = result.outcomes[position]
    if (outcome?.kind === 'stored') {
      stored++
      report.dropped += article.dropped.length
    } else if (outcome?.kind === 'kept-down') report.keptDown++
    else if (outcome?.kind === 'refused') {
      report.bad++
      onBadRow(line, outcome.reason)
    }
  }
  const written = new Set([...result.inserted, ...result.updated])
  for (const [position, { article }] of batch.entries()) {
    const outcome = result.outcomes[position]
    if (outcome?.kind === 'stored' && written.has(outcome.uniqueId) && article.themeL1Code !== null)
      report.labelled++
  }
  report.inserted += result.inserted.length
  report.updated += result.updated.length
  report.unchanged += stored - result.inserted.length - result.updated.length
  for (const { code } of result.labelDifferences) report.otherLabels.add(code)
  for (const key of result.createdAgencies) report.createdAgencies.add(key)
  for (const code of result.createdThemes) report.createdThemes.add(code)
  onProgress()
}

function readRow(numbered: NumberedRow, now: Date): ImportedRow {
  if ('error' in numbered) throw numbered.error
  return { line: numbered.line, article: toIncomingArticle(numbered.row, now) }
}

/** Imports one file in batches. Reports a bad row by its line and skips it. */
export async function importFile(file: string, options: ImportOptions): Promise<void> {
  const { report } = options
  let batch: ImportedRow[] = []
  for await (const numbered of await openRows(file)) {
    report.rows++
    try {
      batch.push(readRow(numbered, options.now))
    } catch (error) {
      if (!(error instanceof RowError)) throw error
      report.bad++
      options.onBadRow(numbered.line, error.message)
    }
    if (batch.length < UPSERT_MAX_ARTICLES) continue
    await writeBatch(batch, options)
    batch = []
  }
  if (batch.length > 0) await writeBatch(batch, options)
}
