import { loadConfig } from '@pauta/platform/config/config'
import { connectDatabase } from '@pauta/platform/database/database'
import { EXIT_INCOMPLETE, EXIT_OK, EXIT_USAGE, readArguments, runCommand } from './terminal/command.ts'
import { connect, DEFAULT_DATA_FOLDER } from './terminal/connect.ts'
import { emptyReport, importFile, type ImportReport } from './import/import-file.ts'

const USAGE = `npm run import-news -- FILE… [--data DIR]

Imports news in the 24 columns of the public dataset from .jsonl, .csv or .parquet files into PostgreSQL.
The same file again changes nothing. Bring the news to the index afterwards with: npm run sync-typesense -- --full-sync`

const LISTED_MAX = 20
const BAD_ROWS_SHOWN = 100

function shorten(codes: Set<string>): string {
  const all = [...codes].sort()
  const shown = all.slice(0, LISTED_MAX).join(', ')
  return all.length > LISTED_MAX ? `${shown} and ${all.length - LISTED_MAX} more` : shown
}

function summarise(report: ImportReport, seconds: number): string {
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
  return lines.join('\n')
}

async function main(): Promise<number> {
  const { values, positionals } = readArguments(USAGE, {
    data: { type: 'string', default: DEFAULT_DATA_FOLDER },
    help: { type: 'boolean', default: false },
  })
  if (values.help || positionals.length === 0) {
    console.log(USAGE)
    return values.help ? EXIT_OK : EXIT_USAGE
  }
  await connect(values.data)
  const db = connectDatabase(loadConfig('database').database, { statementTimeoutMs: 0 })
  const report = emptyReport()
  const now = new Date()
  const started = performance.now()
  const seconds = () => (performance.now() - started) / 1000
  try {
    for (const file of positionals) {
      await importFile(file, {
        db,
        now,
        report,
        onProgress: () =>
          console.error(`${file}: ${report.rows} rows, ${Math.round(report.rows / seconds())}/s`),
        onBadRow: (line, reason) => {
          if (report.bad <= BAD_ROWS_SHOWN) console.error(`${file}:${line}: ${reason}`)
        },
      })
    }
  } finally {
    await db.end({ timeout: 5 })
  }
  console.log(summarise(report, seconds()))
  return report.bad > 0 ? EXIT_INCOMPLETE : EXIT_OK
}

await runCommand(main)
