import { Command, Option } from '@commander-js/extra-typings'
import { ERASURE_REASON_MAX } from '@pauta/core/removals/erase'
import { setTakenDown } from '@pauta/core/removals/take-down'
import { enqueueStep } from '@pauta/core/steps/enqueue'
import type { Config } from '@pauta/platform/config/config'
import type { DbPool } from '@pauta/platform/database/database'
import { connectQueues } from '@pauta/platform/queues/queues'
import { ERASE_SECTIONS, eraseArticle, getErasure } from '../articles/erase-article.ts'
import { CommandError } from '../terminal/connect.ts'
import { EXIT_INCOMPLETE, EXIT_OK } from '../terminal/exit-codes.ts'
import { makeCommand, type OutputOptions } from '../terminal/options.ts'
import { printResult, withoutControls } from '../terminal/output.ts'
import { withDatabase } from '../terminal/with-database.ts'

const WORDS = { 'take-down': 'taken down', 'put-back': 'put back' } as const

/** Throws a CommandError for a text without letters and one that is too long. */
function reasonText(text: string): string {
  const reason = text.trim()
  if (reason !== '' && reason.length <= ERASURE_REASON_MAX) return reason
  throw new CommandError(`--reason: a text of 1 to ${ERASURE_REASON_MAX} characters is expected.`)
}

/** Takes articles down or puts them back, and starts the index worker. Returns the exit code. */
async function change(
  verb: keyof typeof WORDS,
  ids: readonly string[],
  { data, json }: OutputOptions,
): Promise<number> {
  const work = async (db: DbPool, config: Config<'indexQueue'>) => {
    const now = new Date()
    const changed = await setTakenDown(db, ids, verb === 'take-down' ? now : null)
    await enqueueStep('index', changed, { db, config, queues: connectQueues(), now })
    const unchanged = ids.filter((id) => !changed.includes(id))
    for (const id of unchanged)
      console.error(`${id}: there is no such article, it was ${WORDS[verb]} before, or its words were erased`)
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

interface EraseOptions extends OutputOptions {
  reason: string
  yes: boolean
}

async function erase(uniqueId: string, { reason, yes, data, json }: EraseOptions): Promise<number> {
  const work = async (db: DbPool, config: Config<(typeof ERASE_SECTIONS)[number] | 'database'>) => {
    const erasure = await getErasure(db, uniqueId)
    if (!yes) {
      const { agencyKey, addresses, titles } = erasure
      printResult(json, { uniqueId, erased: false, agencyKey, addresses, titles }, [
        `Would be erased for good: ${uniqueId} of ${agencyKey}`,
        ...[...titles, ...addresses].map((line) => `  ${withoutControls(line)}`),
        'Nothing has been erased. Do it with --yes.',
      ])
      return EXIT_INCOMPLETE
    }
    const erased = await eraseArticle(db, erasure, { config, reason, now: new Date() })
    const { versions, pages, messages, releases, deliveries } = erased
    printResult(json, { erased: true, ...erased }, [
      `The words of ${uniqueId} are erased: ${versions} earlier versions, ${pages} pages, ${messages} messages with its ` +
        `text; ${releases} releases were composed anew without it, ${deliveries} messages about it emptied.`,
      'The index follows in a moment, the dataset with its next update. Copies outside: see docs/operations.md.',
    ])
    return EXIT_OK
  }
  return await withDatabase(data, work, { sections: ERASE_SECTIONS, statementTimeoutMs: 0 })
}

const eraseCommand = makeCommand('erase')
  .summary('erases the words of an article for legal reasons')
  .description(
    'Erases the words of an article for good: its text and versions, the pages as its site answered, messages with its ' +
      'text, what was derived of it, and the digests that show it. An event without words stays in the log, and nothing ' +
      'brings the article back. Without --yes the command only shows what it would erase, and exits with 1. An interrupted ' +
      'erasure continues when the same command runs again.',
  )
  .usage('ID --reason TEXT [--yes]')
  .argument('<ID>', 'ID of the article')
  .addOption(
    new Option('--reason <TEXT>', `why, for operators: at most ${ERASURE_REASON_MAX} characters`)
      .argParser(reasonText)
      .makeOptionMandatory(),
  )
  .option('--yes', 'erases the words', false)
  .action(async (uniqueId, options) => {
    process.exitCode = await erase(uniqueId, options)
  })

export const command = new Command('articles')
  .description('Takes articles down, puts them back, and erases their words.')
  .addCommand(takeDown)
  .addCommand(putBack)
  .addCommand(eraseCommand)
