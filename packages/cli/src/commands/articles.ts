import { Command } from '@commander-js/extra-typings'
import { setTakenDown } from '@pauta/core/intake/take-down'
import { enqueueStep } from '@pauta/core/steps/enqueue'
import type { Config } from '@pauta/platform/config/config'
import type { DbPool } from '@pauta/platform/database/database'
import { connectQueues } from '@pauta/platform/queues/queues'
import { EXIT_INCOMPLETE, EXIT_OK } from '../terminal/exit-codes.ts'
import { makeCommand } from '../terminal/options.ts'
import { printResult } from '../terminal/output.ts'
import { withDatabase } from '../terminal/with-database.ts'

const WORDS = { 'take-down': 'taken down', 'put-back': 'put back' } as const

interface Output {
  data: string
  json: boolean
}

/** Takes articles down or puts them back, and starts the index worker. Returns the exit code. */
async function change(
  verb: keyof typeof WORDS,
  ids: readonly string[],
  { data, json }: Output,
): Promise<number> {
  const work = async (db: DbPool, config: Config<'indexQueue'>) => {
    const now = new Date()
    const changed = await setTakenDown(db, ids, verb === 'take-down' ? now : null)
    await enqueueStep('index', changed, { db, config, queues: connectQueues(), now })
    const unchanged = ids.filter((id) => !changed.includes(id))
    for (const id of unchanged)
      console.error(`${id}: there is no such article, or it was ${WORDS[verb]} before`)
    printResult(json, { changed, unchanged }, [
      `${changed.length} ${WORDS[verb]}; the index follows in a moment.`,
    ])
    return unchanged.length > 0 ? EXIT_INCOMPLETE : EXIT_OK
  }
  return await withDatabase(data, work, { sections: ['indexQueue'] })
}

const takeDown = makeCommand('take-down')
  .summary('takes articles out of search, lists and analytics')
  .description(
    'Takes articles out of search, lists, analytics and everything that is sent from now on. Their rows stay. ' +
      'No message brings an article back: neither by its ID, nor by its address, nor by agency, title and day.',
  )
  .usage('ID…')
  .argument('<ID...>', 'IDs of articles')
  .action(async (ids, options) => {
    process.exitCode = await change('take-down', ids, options)
  })

const putBack = makeCommand('put-back')
  .summary('undoes take-down')
  .description('Undoes `take-down`: the articles return to search, lists and analytics.')
  .usage('ID…')
  .argument('<ID...>', 'IDs of articles')
  .action(async (ids, options) => {
    process.exitCode = await change('put-back', ids, options)
  })

export const command = new Command('articles')
  .description('Takes articles down and puts them back.')
  .addCommand(takeDown)
  .addCommand(putBack)
