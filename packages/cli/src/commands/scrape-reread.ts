import { sendArticle } from '@pauta/core/ingest/send'
import { loadConfig } from '@pauta/platform/config/config'
import { connectDatabase } from '@pauta/platform/database/database'
import { connectQueues } from '@pauta/platform/queues/queues'
import { connectStorage } from '@pauta/platform/storage/storage'
import { reread, type Reread, type RereadSelection } from '@pauta/scraper/raw-pages/reread'
import { canAsk, isYes } from '../terminal/ask.ts'
import { CommandError, connect } from '../terminal/connect.ts'
import { EXIT_INCOMPLETE, EXIT_OK } from '../terminal/exit-codes.ts'
import { makeCommand } from '../terminal/options.ts'
import { makeReporter, printResult } from '../terminal/output.ts'
import { day } from '../scrape/day-option.ts'
import { describeCounts, describePage, toJson, type RereadCounts } from '../scrape/describe-reread.ts'

/** Articles with their fields that the JSON result has; the counts are of all. */
const LISTED_MAX = 1_000
function pageId(text: string): string {
  if (/^\d{1,18}$/.test(text)) return text
  throw new CommandError(`--after ${text}: the number that an earlier call printed is expected.`)
}

/** Reads pages again, shows each difference, and sends the messages to `send` unless it is null. */
async function rereadPages(
  selection: RereadSelection,
  send: ((message: object) => Promise<void>) | null,
  report: (line: string) => void,
) {
  const db = connectDatabase(loadConfig('database').database)
  const storage = connectStorage(loadConfig('storage').storage)
  const counts: RereadCounts = {}
  const listed: Reread[] = []
  const count = (name: keyof RereadCounts) => (counts[name] = (counts[name] ?? 0) + 1)
  try {
    for await (const batch of reread({ db, storage, now: () => new Date() }, selection)) {
      for (const page of batch.pages) {
        count('pages')
        count(page.outcome)
        const lines = describePage(page)
        for (const line of lines) report(line)
        if (lines.length > 0 && listed.length < LISTED_MAX) listed.push(page)
        if (page.message === null || send === null) continue
        await send(page.message)
        count('sent')
      }
      console.error(`${counts.pages} pages read again; --after ${batch.lastId} continues here`)
    }
  } finally {
    await db.end({ timeout: 5 })
  }
  return { counts, pages: listed.map(toJson) }
}

interface Modes {
  dryRun: boolean
  yes: boolean
}

/** Shows all differences and asks, where somebody can answer. A call without a terminal was decided by its options. */
async function readAndSend(
  selection: RereadSelection,
  { dryRun, yes }: Modes,
  send: (message: object) => Promise<void>,
  report: (line: string) => void,
) {
  if (dryRun) return { ...(await rereadPages(selection, null, report)), isDeclined: false }
  if (yes || !canAsk()) return { ...(await rereadPages(selection, send, report)), isDeclined: false }
  const shown = await rereadPages(selection, null, report)
  const count = (shown.counts.changed ?? 0) + (shown.counts.new ?? 0)
  if (count === 0) return { ...shown, isDeclined: false }
  if (!(await isYes(`Send ${count} articles?`))) return { ...shown, isDeclined: true }
  return { ...(await rereadPages(selection, send, () => undefined)), isDeclined: false }
}

export const rereadCommand = makeCommand('reread')
  .summary('reads kept pages again with today’s readers')
  .description(
    'Reads the kept pages of articles with today’s readers, shows each field that changes, and sends the new values to ' +
      'the queue of the stage, like the articles of a run. On a terminal it shows all of them and asks first. Articles ' +
      'whose stored version is newer, and articles that were taken down, stay as they are. A second call finds nothing ' +
      'to change. Exits with 1 when something could not be read or was held back.',
  )
  .usage('[--agency KEY] [--from DAY] [--to DAY] [--after N] [--dry-run] [--yes] [--allow-shorter]')
  .option('--agency <KEY>', 'one agency alone')
  .option('--from <DAY>', 'pages that were read last on this day at Brasília or later', day('--from'))
  .option('--to <DAY>', 'pages that were read last on this day or earlier', day('--to'))
  .option('--dry-run', 'shows the differences and sends nothing', false)
  .option('--yes', 'sends without asking', false)
  .option('--allow-shorter', 'also sends texts that lack four fifths of the stored ones', false)
  .option('--after <N>', 'continues after this page, as an interrupted call printed it', pageId, '0')
  .action(async ({ agency, from, to, dryRun, yes, allowShorter, after, data, json }) => {
    if (dryRun && yes) throw new CommandError('Either --dry-run or --yes.')
    if (from !== undefined && to !== undefined && from > to)
      throw new CommandError(`--from ${from} is after --to ${to}.`)
    await connect(data)
    const { storage, newsIngestQueue } = loadConfig('storage', 'newsIngestQueue')
    const target = {
      queues: connectQueues(),
      storage: connectStorage(storage),
      queueUrl: newsIngestQueue.url,
    }
    const { counts, pages, isDeclined } = await readAndSend(
      { agencyKey: agency, from, to, after, allowShorter },
      { dryRun, yes },
      (message) => sendArticle(message, target),
      makeReporter(json),
    )
    const lacks = (counts.unreadable ?? 0) + (counts.missing ?? 0) + (counts.held ?? 0) > 0
    printResult(json, { counts, pages }, [describeCounts(counts)])
    process.exitCode = isDeclined || lacks ? EXIT_INCOMPLETE : EXIT_OK
  })
