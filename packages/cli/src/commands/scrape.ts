import { Command } from '@commander-js/extra-typings'
import { pageCommand } from '../scrape/page-command.ts'
import { runCommand } from '../scrape/run-command.ts'
import { statusCommand } from '../scrape/status-command.ts'
import { tryCommand } from '../scrape/try-command.ts'

export const command = new Command('scrape')
  .description(
    'Shows the state of the news sites and pages of changed ones, tries a page, and reads sites from this machine.',
  )
  .addCommand(statusCommand)
  .addCommand(tryCommand)
  .addCommand(pageCommand)
  .addCommand(runCommand)
