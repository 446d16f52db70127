import type { DbPool } from '@pauta/platform/database/database'
import { findSite } from '@pauta/scraper/store/listed-sites'
import { listScrapeStatus } from '@pauta/scraper/store/status'
import { EXIT_INCOMPLETE, EXIT_OK } from '../terminal/exit-codes.ts'
import { makeCommand } from '../terminal/options.ts'
import { printResult } from '../terminal/output.ts'
import { withDatabase } from '../terminal/with-database.ts'
import { describeSites } from '../scrape/describe-sites.ts'

/** Why the status of an agency has no row. */
async function describeUnread(db: DbPool, agency: string): Promise<string> {
  const site = await findSite(db, agency)
  if (site === undefined)
    return `The agency ${agency} has no site: npm run catalogue -- add site URL --agency ${agency}`
  return site.active
    ? `The site of ${agency} was not read yet. The next run reads it; at once: npm run job -- scrape --agency ${agency}`
    : `The site of ${agency} is paused, and was never read.`
}

export const statusCommand = makeCommand('status')
  .summary('shows when each site was read, and which have trouble')
  .description(
    'Shows for each site when it was read, its newest article, after how many days without news it counts as silent ' +
      '(three times its usual gap), when it is asked again, the share of fields that fallback rules found, its failed ' +
      'runs by kind of error, articles that the site removed, and its trouble: failing (three failed runs in a row), ' +
      'silent, a changed template, and every change of the last 24 hours, with the page that shows it. ' +
      'Exits with 1 when a site has trouble.',
  )
  .usage('[--agency KEY]')
  .option('--agency <KEY>', 'one agency alone')
  .action(async ({ agency, data, json }) => {
    process.exitCode = await withDatabase(data, async (db) => {
      const now = new Date()
      const sites = await listScrapeStatus(db, { agencyKey: agency, now })
      const hasTrouble = sites.some((site) => site.isFailing || site.isSilent || site.isDrifting)
      const isUnread = sites.length === 0 && agency !== undefined
      const lines = isUnread ? [await describeUnread(db, agency)] : describeSites(sites, now)
      printResult(json, { hasTrouble, sites }, lines)
      return hasTrouble ? EXIT_INCOMPLETE : EXIT_OK
    })
  })
