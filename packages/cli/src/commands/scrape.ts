import { Command } from '@commander-js/extra-typings'
import { backfillCommand } from './scrape-backfill.ts'
import { pageCommand } from './scrape-page.ts'
import { rereadCommand } from './scrape-reread.ts'
import { runCommand } from './scrape-run.ts'
import { serveCommand } from './scrape-serve.ts'
import { siteCommand } from './scrape-site.ts'
import { statusCommand } from './scrape-status.ts'
import { tryCommand } from './scrape-try.ts'

export const command = new Command('scrape')
  .description(
    'Shows the state of the news sites and pages of changed ones, tries a page, reads sites from this machine, with a stage or from a file, reads kept pages again, and reads the history of a site.',
  )
  .addCommand(statusCommand)
  .addCommand(tryCommand)
  .addCommand(pageCommand)
  .addCommand(runCommand)
  .addCommand(rereadCommand)
  .addCommand(backfillCommand)
  .addCommand(serveCommand)
  .addCommand(siteCommand)
