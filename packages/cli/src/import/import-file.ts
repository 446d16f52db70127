import type { IncomingArticle } from '@pauta/core/articles/article'
import { upsertArticles, UPSERT_MAX_ARTICLES } from '@pauta/core/intake/writes'
import type { DbPool } from '@pauta/platform/database/database'
import { RowError, toIncomingArticle } from './dataset-row.ts'
import { openRows, type NumberedRow } from './read-rows.ts'

/** What became of the rows of all files so far. */
export interface ImportReport {
  rows: number
  inserted: number
  updated: number
  unchanged: number
  bad: number
  /** Rows that would bring back an article which was taken down. */
  keptDown: number
  /** Pictures and videos without a web address, which were left out of their articles. */
  dropped: number
  createdAgencies: Set<string>
  createdThemes: Set<string>
  /** Codes of known themes that came with another label than the catalogue's, which stayed. */
  otherLabels: Set<string>
}

export function emptyReport(): ImportReport {
  return {
    rows: 0,
    inserted: 0,
    updated: 0,
    unchanged: 0,
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
  /** When the import began. */
  now: Date
  /** Counts are added to it. */
  report: ImportReport
  onProgress: () => void
  onBadRow: (line: number, reason: string) => void
}

/** An article and the line that it stands on. */
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

/** Imports one file in batches. A bad row is reported by its line and left out; the others go in. */
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
