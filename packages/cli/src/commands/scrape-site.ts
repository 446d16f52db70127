import { EXIT_INCOMPLETE, EXIT_OK } from '../terminal/exit-codes.ts'
import { CommandError } from '../terminal/connect.ts'
import { makeCommand } from '../terminal/options.ts'
import { printResult, withoutControls } from '../terminal/output.ts'
import { day } from '../scrape/day-option.ts'
import { readSiteOnce, type SiteReading } from '../scrape/read-site-once.ts'

const PAUSE_MAX_MS = 60_000

function instant(text: string): Date {
  const time = Date.parse(text)
  if (Number.isNaN(time))
    throw new CommandError(`--now ${text}: an instant as 2026-03-10T15:00:00Z is expected.`)
  return new Date(time)
}

function pauseOf(text: string): number {
  const pause = Number(text)
  if (text.trim() !== '' && Number.isInteger(pause) && pause >= 0 && pause <= PAUSE_MAX_MS) return pause
  throw new CommandError(`--pause-ms ${text}: a whole number from 0 to ${PAUSE_MAX_MS} is expected.`)
}

function describeReading({ status, stopped, detail, articles, faults, requests }: SiteReading): string[] {
  return [
    `${status}, stopped: ${stopped}, ${articles.length} articles, ${requests} requests`,
    ...(detail === null ? [] : [withoutControls(detail)]),
    ...articles.map(({ publishedAt, title, url }) => `${publishedAt}  ${withoutControls(title)}  ${url}`),
    ...faults.map(({ kind, url, detail }) => `${kind}: ${url}: ${withoutControls(detail)}`),
  ]
}

export const siteCommand = makeCommand('site')
  .summary('reads one site from a file, without a stage')
  .description(
    'Reads the site that a JSON file describes ({"key", "kind", "listingUrls"}) and prints its articles and faults. ' +
      'Needs no stage and sends nothing. Accepts servers of this machine, over http and at any port. Exits with 1 ' +
      'when the site could not be read at all.',
  )
  .usage(
    'FILE [--start DATE] [--end DATE] [--now INSTANT] [--state DIR] [--look-again] [--pause-ms N] [--contact TEXT]',
  )
  .argument('<FILE>', 'JSON file with the key, the kind and the listing addresses of the site')
  .option('--start <DATE>', 'first day at Brasília; without it two days ago', day('--start'))
  .option('--end <DATE>', 'last day at Brasília; without it today', day('--end'))
  .option('--now <INSTANT>', 'time of the run; without it that of the machine', instant)
  .option('--state <DIR>', 'folder with what is known of the site between runs; without it nothing is kept')
  .option('--look-again', 'asks again for stored articles and for those that could not be read')
  .option(
    '--pause-ms <N>',
    'milliseconds between two requests, and the longest wait at servers of this machine; below 1000 only for these',
    pauseOf,
  )
  .option('--contact <TEXT>', 'address or page of whoever asks; needed for sites of others')
  .action(async (file, { json, start, end, now, state, lookAgain, pauseMs, contact }) => {
    const reading = await readSiteOnce(file, { start, end, now, state, lookAgain, pauseMs, contact })
    printResult(json, reading, describeReading(reading))
    process.exitCode = reading.status === 'error' ? EXIT_INCOMPLETE : EXIT_OK
  })
