import type { DbPool } from '@pauta/platform/database/database'
import type { JobName } from '@pauta/functions/jobs/jobs'
import type { Config } from '@pauta/platform/config/config'
import { writeJobMessage } from '@pauta/platform/jobs/job-messages'
import { connectQueues } from '@pauta/platform/queues/queues'
import { EXIT_INCOMPLETE, EXIT_OK } from '../terminal/exit-codes.ts'
import { COLUMNS } from '../import/dataset-row.ts'
import { BAD_ROWS_SHOWN, describeReport, reportToJson } from '../import/describe-report.ts'
import { emptyReport, importFile } from '../import/import-file.ts'
import { makeCommand, type OutputOptions } from '../terminal/options.ts'
import { printResult } from '../terminal/output.ts'
import { withDatabase } from '../terminal/with-database.ts'

const LEARNING: JobName = 'learn-themes'

/** Starts the job that learns from the imported labels. A stage of an earlier version has no queue for the job. */
async function startLearning({ jobQueues }: Config<'jobQueues'>, now: Date): Promise<boolean> {
  const url = jobQueues.urls[LEARNING]
  if (url === undefined) return false
  await connectQueues().send(url, [writeJobMessage({ scheduledTime: now, parameters: {}, manual: true })])
  return true
}

async function importNews(files: readonly string[], { data, json }: OutputOptions): Promise<number> {
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
  printResult(json, reportToJson(report, seconds()), describeReport(report, seconds()))
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
