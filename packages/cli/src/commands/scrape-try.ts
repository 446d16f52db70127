import { createMemory } from '@pauta/scraper/fetch/ports'
import { SITE_KINDS } from '@pauta/scraper/kinds/site-kind'
import { hostsOf, listSites } from '@pauta/scraper/store/listed-sites'
import { makeChoice, makeCommand } from '../terminal/options.ts'
import { printResult } from '../terminal/output.ts'
import { withDatabase } from '../terminal/with-database.ts'
import { openFetcher } from '../scrape/open-fetcher.ts'
import { describeTrial, tryPage } from '../scrape/try-page.ts'

export const tryCommand = makeCommand('try')
  .summary('prints what would be read at an address or of an agency')
  .description(
    'Reads the listing of an agency, also of a paused one, or the article at an address, and prints each field with ' +
      'the rule that found it. The site of the address need not be in the catalogue. Sends nothing.',
  )
  .usage('URL|AGENCY [--kind KIND]')
  .argument('<TARGET>', 'address of an article, or key of an agency')
  .addOption(makeChoice('--kind <KIND>', 'kind of site', SITE_KINDS))
  .action(async (target, { kind, data, json }) => {
    await withDatabase(data, async (db) => {
      const rows = await listSites(db)
      const asked = URL.canParse(target) ? [{ listingUrls: [target] }] : []
      const fetcher = openFetcher(createMemory(), hostsOf([...rows, ...asked]))
      const trial = await tryPage(fetcher, rows, { target, kind })
      printResult(json, trial, describeTrial(trial))
    })
  })
