import { Command } from '@commander-js/extra-typings'
import { backfillCommand } from '../scrape/backfill-command.ts'
import { pageCommand } from '../scrape/page-command.ts'
import { rereadCommand } from '../scrape/reread-command.ts'
import { runCommand } from '../scrape/run-command.ts'
import { serveCommand } from '../scrape/serve-command.ts'
import { siteCommand } from '../scrape/site-command.ts'
import { statusCommand } from '../scrape/status-command.ts'
import { tryCommand } from '../scrape/try-command.ts'

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
