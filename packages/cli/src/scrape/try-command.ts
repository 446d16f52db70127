import { createMemory } from '@pauta/scraper/fetch/ports'
import { connect } from '../terminal/connect.ts'
import { makeCommand } from '../terminal/options.ts'
import { printResult } from '../terminal/output.ts'
import { openFetcher } from './open-fetcher.ts'
import { describeTrial, tryPage } from './try-page.ts'

export const tryCommand = makeCommand('try')
  .summary('prints what would be read at an address or of an agency')
  .description(
    'Reads the listing of an agency, or the article at an address, and prints each field with the rule that found ' +
      'it. Sends nothing.',
  )
  .usage('URL|AGENCY [--kind KIND]')
  .argument('<TARGET>', 'address of an article, or key of an agency')
  .option('--kind <KIND>', 'kind of site for an address: plone-html, plone6-api, agenciabrasil or tvbrasil')
  .action(async (target, { kind, data, json }) => {
    await connect(data)
    const trial = await tryPage(openFetcher(createMemory()), target, kind)
    printResult(json, trial, describeTrial(trial))
  })
