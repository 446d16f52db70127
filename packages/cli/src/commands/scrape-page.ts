import { loadConfig } from '@pauta/platform/config/config'
import { connectStorage } from '@pauta/platform/storage/storage'
import { KEPT_PAGES_FOLDER } from '@pauta/scraper/store/drifts'
import { CommandError, connect } from '../terminal/connect.ts'
import { makeCommand } from '../terminal/options.ts'
import { printResult } from '../terminal/output.ts'

const KEPT_MAX = 20

export const pageCommand = makeCommand('page')
  .summary('prints the page that shows how a site changed')
  .description(
    'Prints the page that a run kept when a site changed: one of each kind of change, for 90 days. Without --kind it ' +
      'prints the only one, or lists the kinds.',
  )
  .usage('AGENCY [--kind KIND]')
  .argument('<AGENCY>', 'key of an agency')
  .option('--kind <KIND>', 'kind of change, such as no-items or unknown-structure')
  .action(async (agency, { kind, data, json }) => {
    await connect(data)
    const storage = connectStorage(loadConfig('storage').storage)
    const folder = `${KEPT_PAGES_FOLDER}/${agency}/`
    const keys = await storage.list(folder, { limit: KEPT_MAX })
    const chosen = keys.filter((key) => kind === undefined || key.startsWith(`${folder}${kind}.`))
    const [key, ...others] = chosen
    if (key === undefined) throw new CommandError(`No page of ${agency} is kept.`)
    if (others.length > 0) {
      printResult(json, { keys }, chosen)
      return
    }
    const text = (await storage.find(key)) ?? ''
    printResult(json, { key, text }, [text])
  })
