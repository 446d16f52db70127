import { Option } from '@commander-js/extra-typings'
import { countToClassify, countToEnrich, type EnrichSelection } from '@pauta/core/features/backfill'
import type { Config } from '@pauta/platform/config/config'
import type { DbPool } from '@pauta/platform/database/database'
import { connectQueues } from '@pauta/platform/queues/queues'
import { parseStart } from '@pauta/platform/time/time'
import {
  enrichArticles,
  type EnrichProgress,
  type EnrichWalk,
  type RepeatedStep,
} from '../articles/follow-articles.ts'
import { EXIT_INCOMPLETE, EXIT_OK } from '../terminal/exit-codes.ts'
import { CommandError } from '../terminal/connect.ts'
import { makeCommand, wholeNumber, type OutputOptions } from '../terminal/options.ts'
import { makeReporter, printResult } from '../terminal/output.ts'
import { startProgress } from '@pauta/server/progress'
import { withDatabase } from '../terminal/with-database.ts'

const DEFAULT_RATE = 100
const RATE_MAX = 1000
const FAILURES_SHOWN = 50

interface EnrichOptions extends OutputOptions {
  rate: number
  dryRun: boolean
}

/** The past participle of each step, for messages. */
const DONE_WORDS: Record<RepeatedStep, string> = { enrich: 'enriched', classify: 'classified' }

/** Runs one step for a selection, with a progress bar. Returns how many articles are done and how many failed. */
async function repeatStep(
  walk: Omit<EnrichWalk, 'onProgress' | 'onFailed'>,
  selection: EnrichSelection,
  total: number,
): Promise<EnrichProgress> {
  const progress = startProgress('articles', total)
  let shown = 0
  try {
    return await enrichArticles(
      {
        ...walk,
        onProgress: (state) => progress.update(state.done + state.failed),
        onFailed: (uniqueId, error) => {
          if (shown++ < FAILURES_SHOWN) console.error(`${uniqueId}: ${error}`)
        },
      },
      selection,
    )
  } finally {
    progress.stop()
  }
}

/** Counts what a run would do. Returns no number of questions when no language model is configured. */
async function countOnly(
  db: DbPool,
  selection: EnrichSelection,
  { isClassifying, json }: { isClassifying: boolean; json: boolean },
): Promise<void> {
  const enrich = await countToEnrich(db, selection)
  const classify = isClassifying ? await countToClassify(db, selection) : undefined
  const asked = classify === undefined ? '' : `, the language model asked for ${classify}`
  printResult(json, { dryRun: true, enrich, ...(classify !== undefined && { classify }) }, [
    `Dry run: ${enrich} articles would be enriched${asked}, nothing was changed.`,
  ])
}

async function enrichSelection(
  db: DbPool,
  config: Config<'settings' | 'enrichQueue' | 'classifyQueue'>,
  selection: EnrichSelection,
  { rate, dryRun, json }: EnrichOptions,
): Promise<number> {
  const { classification } = config.settings
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort(new CommandError('Stopped; go on with --missing.')))
  const walk = { db, config, queues: connectQueues(), rate, signal: stop.signal }
  const report = makeReporter(json)
  if (dryRun) {
    await countOnly(db, selection, { isClassifying: classification, json })
    return EXIT_OK
  }
  const result: Partial<Record<RepeatedStep, EnrichProgress>> = {}
  for (const step of ['enrich', 'classify'] as const) {
    if (step === 'classify' && !classification) continue
    const count = step === 'enrich' ? countToEnrich : countToClassify
    const ended = await repeatStep({ ...walk, step }, selection, await count(db, selection))
    report(`${ended.done} articles ${DONE_WORDS[step]}, ${ended.failed} failed.`)
    result[step] = ended
  }
  printResult(json, { dryRun: false, ...result }, [])
  return Object.values(result).some(({ failed }) => failed > 0) ? EXIT_INCOMPLETE : EXIT_OK
}

export const command = makeCommand('enrich')
  .description(
    'Derives the features of articles again: counts, readability, sentiment and entities. When a language model is ' +
      'configured, it then chooses theme and summary, and finds names, for articles that lack theme or summary of their ' +
      'agency, until the budget of the month is spent. Each question to the model costs money; --dry-run prints their ' +
      'number. The workers do the work, and their steps embed and index ' +
      'follow.\n\nAn interrupted run loses nothing: the workers finish what was sent. Continue with --missing.',
  )
  .usage('(--missing | --since YYYY-MM-DD) [--dry-run] [--rate N]')
  .option(
    '--missing',
    'articles without derived features, theme or summary, with those of an older text, or whose step failed',
    false,
  )
  .option('--since <YYYY-MM-DD>', 'every article published from that local day on')
  .option('--dry-run', 'counts the articles and changes nothing', false)
  .addOption(
    new Option('--rate <N>', `articles sent in a second, from 1 to ${RATE_MAX}`)
      .argParser(wholeNumber('--rate', RATE_MAX))
      .default(DEFAULT_RATE),
  )
  .action(async ({ missing, since, ...options }, self) => {
    if (missing === (since !== undefined)) self.error('error: give either --missing or --since')
    const selection: EnrichSelection =
      since === undefined ? { kind: 'missing' } : { kind: 'since', from: parseStart(since, '--since') }
    process.exitCode = await withDatabase(
      options.data,
      (db, config) => enrichSelection(db, config, selection, options),
      { sections: ['settings', 'enrichQueue', 'classifyQueue'], statementTimeoutMs: 0 },
    )
  })
