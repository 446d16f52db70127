import type { DbPool } from '@pauta/platform/database/database'
import type { JobName } from '@pauta/functions/jobs/jobs'
import type { Config } from '@pauta/platform/config/config'
import { writeJobMessage } from '@pauta/platform/jobs/job-messages'
import { connectQueues } from '@pauta/platform/queues/queues'
import { EXIT_INCOMPLETE, EXIT_OK } from '../terminal/exit-codes.ts'
import { COLUMNS } from '../import/dataset-row.ts'
import { emptyReport, importFile, type ImportReport } from '../import/import-file.ts'
import { makeCommand } from '../terminal/options.ts'
import { printResult } from '../terminal/output.ts'
import { withDatabase } from '../terminal/with-database.ts'

const LISTED_MAX = 20
const BAD_ROWS_SHOWN = 100

function shorten(codes: Set<string>): string {
  const all = [...codes].sort()
  const shown = all.slice(0, LISTED_MAX).join(', ')
  return all.length > LISTED_MAX ? `${shown} and ${all.length - LISTED_MAX} more` : shown
}

function describeReport(report: ImportReport, seconds: number): string[] {
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
  return lines
}

/** The report with lists in place of sets, which JSON cannot write. */
function toJson(report: ImportReport, seconds: number): Record<string, unknown> {
  const { createdAgencies, createdThemes, otherLabels, ...counts } = report
  const sorted = (codes: Set<string>) => [...codes].sort()
  return {
    ...counts,
    unknownAgencies: sorted(createdAgencies),
    unknownThemes: sorted(createdThemes),
    themesWithOtherLabels: sorted(otherLabels),
    seconds: Number(seconds.toFixed(3)),
  }
}

const LEARNING: JobName = 'learn-themes'

/** Starts the job that learns from the imported labels. A stage of an earlier version has no queue for the job. */
async function startLearning({ jobQueues }: Config<'jobQueues'>, now: Date): Promise<boolean> {
  const url = jobQueues.urls[LEARNING]
  if (url === undefined) return false
  await connectQueues().send(url, [writeJobMessage({ scheduledTime: now, parameters: {}, manual: true })])
  return true
}

async function importNews(
  files: readonly string[],
  { data, json }: { data: string; json: boolean },
): Promise<number> {
  const report = emptyReport()
  const now = new Date()
  const started = performance.now()
  const seconds = () => (performance.now() - started) / 1000
  const work = async (db: DbPool, config: Config<'jobQueues'>) => {
    for (const file of files) {
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
    if (report.labelled > 0 && (await startLearning(config, now)))
      console.error('The job learn-themes has started: it learns from the imported themes.')
  }
  await withDatabase(data, work, { sections: ['jobQueues'], statementTimeoutMs: 0 })
  printResult(json, toJson(report, seconds()), describeReport(report, seconds()))
  return report.bad > 0 ? EXIT_INCOMPLETE : EXIT_OK
}

export const command = makeCommand('import-news')
  .description(
    'Imports news in the columns of the public dataset into PostgreSQL. Importing a file again changes ' +
      `nothing. The columns, of which agency, url and published_at are required: ${COLUMNS.join(', ')}.` +
      '\n\nAfterwards bring the news to the search index: npm run sync-typesense -- --full-sync',
  )
  .usage('FILE…')
  .argument('<FILE...>', 'files that end in .jsonl, .ndjson, .csv or .parquet')
  .action(async (files, options) => {
    process.exitCode = await importNews(files, options)
  })
