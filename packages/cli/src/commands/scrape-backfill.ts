import type { DbPool } from '@pauta/platform/database/database'
import { localDay } from '@pauta/platform/time/time'
import {
  BackfillRefused,
  countAddresses,
  createBackfill,
  findBackfill,
  listBackfills,
  resumeBackfill,
  stopBackfill,
  type Backfill,
  type BackfillCounts,
} from '@pauta/scraper/backfill/backfills'
import { findSite, toReadable } from '@pauta/scraper/store/listed-sites'
import { CommandError } from '../terminal/connect.ts'
import { makeCommand } from '../terminal/options.ts'
import { printResult, withoutControls } from '../terminal/output.ts'
import { withDatabase } from '../terminal/with-database.ts'
import { day } from '../scrape/day-option.ts'

const EARLIEST = '1990-01-01'

const number = (option: string) => (text: string) => {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new CommandError(`${option} ${text}: the number of a backfill is expected.`)
}

const toJson = (row: Backfill, counts: BackfillCounts) => {
  const { place, ...others } = row
  const found = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return { ...others, nextPage: place?.sources[0]?.address ?? null, found, counts }
}

function describe({
  id,
  agencyKey,
  from,
  to,
  state,
  pages,
  found,
  counts,
  ...row
}: ReturnType<typeof toJson>) {
  const parts = Object.entries(counts).map(([outcome, count]) => `${count} ${outcome}`)
  const lines = [
    `${id}  ${agencyKey}  ${from} to ${to}  ${state}`,
    `   ${pages} pages listed, ${found} addresses found${parts.length === 0 ? '' : `: ${parts.join(', ')}`}`,
  ]
  if (row.unlisted > 0) lines.push(`   ${row.unlisted} listings or sitemaps not read to their end`)
  if (state === 'open' && row.nextPage !== null) lines.push(`   next page: ${row.nextPage}`)
  if (row.lastError !== null) lines.push(`   last error: ${row.lastError}`)
  return lines.map(withoutControls)
}

async function show(db: DbPool, rows: readonly Backfill[], json: boolean): Promise<void> {
  const shown = []
  for (const row of rows) shown.push(toJson(row, await countAddresses(db, row.id)))
  const lines = shown.flatMap(describe)
  printResult(json, { backfills: shown }, lines.length === 0 ? ['No backfill was asked for.'] : lines)
}

async function showOne(db: DbPool, id: number, json: boolean): Promise<void> {
  const row = await findBackfill(db, id)
  if (!row) throw new CommandError(`unknown_backfill: there is no backfill ${id}.`)
  await show(db, [row], json)
}

/** Creates a backfill. Throws a CommandError with a code for an agency or days that cannot be read. */
async function create(db: DbPool, agencyKey: string, from: string, to: string): Promise<number> {
  const site = await findSite(db, agencyKey)
  if (!site) throw new CommandError(`unknown_agency: ${agencyKey} has no site.`)
  if (!site.active || !toReadable(site))
    throw new CommandError(`inactive_site: the site of ${agencyKey} is not read.`)
  const today = localDay(new Date())
  if (from > to) throw new CommandError(`bad_window: --from ${from} is after --to ${to}.`)
  if (from < EARLIEST || to > today)
    throw new CommandError(`bad_window: the days are ${EARLIEST} to ${today} at most.`)
  return await createBackfill(db, { agencyKey, window: { start: from, end: to }, now: new Date() })
}

interface Actions {
  agency: string | undefined
  from: string | undefined
  to: string | undefined
  status: number | undefined
  stop: number | undefined
  resume: number | undefined
}

/** Does what the options ask for. Returns the number of the backfill to show, or null to show all. */
async function act(db: DbPool, { agency, from, to, status, stop, resume }: Actions): Promise<number | null> {
  if (agency !== undefined) {
    if (from === undefined) throw new CommandError('--from DAY is missing.')
    return await create(db, agency, from, to ?? localDay(new Date()))
  }
  if (stop !== undefined && !(await stopBackfill(db, stop)))
    throw new CommandError(`not_open: backfill ${stop} is not at work.`)
  if (resume !== undefined && !(await resumeBackfill(db, resume)))
    throw new CommandError(`not_stopped: backfill ${resume} is at work or does not exist.`)
  return stop ?? resume ?? status ?? null
}

export const backfillCommand = makeCommand('backfill')
  .summary('reads the history of a site')
  .description(
    'Asks for the news of some days of the past. The job `backfill` of the stage reads them every 15 minutes, 12 ' +
      'minutes at a time, from listings, sitemaps and searches, and goes on where it stood. It leaves two fifths of ' +
      'the requests of a day to the runs. Nobody is told of these articles. Without --agency it shows backfills and how far they came. What could ' +
      'not be read is counted, and `scrape status` names it.',
  )
  .usage('(--agency KEY --from DAY [--to DAY] | --list | --status N | --stop N | --resume N)')
  .option('--agency <KEY>', 'the agency whose site is read')
  .option('--from <DAY>', 'the first day, at Brasília', day('--from'))
  .option('--to <DAY>', 'the last day (default: today)', day('--to'))
  .option('--list', 'shows the latest hundred backfills', false)
  .option('--status <N>', 'shows one backfill', number('--status'))
  .option('--stop <N>', 'stops a backfill before its next request', number('--stop'))
  .option(
    '--resume <N>',
    'opens a stopped or ended one again; asks again for what failed',
    number('--resume'),
  )
  .action(async ({ agency, from, to, list, status, stop, resume, data, json }) => {
    const chosen = [
      agency !== undefined,
      list,
      status !== undefined,
      stop !== undefined,
      resume !== undefined,
    ]
    if (chosen.filter(Boolean).length !== 1)
      throw new CommandError('One of --agency, --list, --status, --stop and --resume is expected.')
    if (agency === undefined && (from !== undefined || to !== undefined))
      throw new CommandError('--from and --to belong to --agency.')
    await withDatabase(data, async (db) => {
      try {
        const id = await act(db, { agency, from, to, status, stop, resume })
        await (id === null ? show(db, await listBackfills(db), json) : showOne(db, id, json))
        if (agency !== undefined && !json) console.log(`Follow it with --status ${id}; --stop ${id} ends it.`)
      } catch (error) {
        if (error instanceof BackfillRefused) throw new CommandError(error.message)
        throw error
      }
    })
  })
