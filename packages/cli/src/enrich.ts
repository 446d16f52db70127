import { loadConfig } from '@pauta/platform/config/config'
import { connectDatabase } from '@pauta/platform/database/database'
import { countToClassify, countToEnrich, type EnrichSelection } from '@pauta/core/intake/backfill'
import { connectQueues } from '@pauta/platform/queues/queues'
import { parseStart } from '@pauta/platform/time/time'
import { EXIT_INCOMPLETE, EXIT_OK, EXIT_USAGE, readArguments, runCommand } from './terminal/command.ts'
import { CommandError, connect, DEFAULT_DATA_FOLDER } from './terminal/connect.ts'
import { enrichArticles, type EnrichWalk, type RepeatedStep } from './enrich/follow-articles.ts'
import { startProgress } from './terminal/progress.ts'

const DEFAULT_RATE = 100
const RATE_MAX = 1000
const FAILURES_SHOWN = 50

const USAGE = `npm run enrich -- (--missing | --since YYYY-MM-DD) [--dry-run] [--rate N] [--data DIR]

Has the features of articles derived again: counts, readability, sentiment, entities. Where a language model is
configured it is asked then for theme and summary, of articles that have none of their agency's own: --dry-run says of
how many, as each is paid for. The workers do it; their steps embed and index follow by themselves.
  --missing           articles without derived features, theme or summary, with those of an older text, or at which it
                      has failed
  --since YYYY-MM-DD  every article published from that local day on
  --dry-run           counts them and changes nothing
  --rate N            articles sent in a second, at most ${RATE_MAX} (default ${DEFAULT_RATE})
An interrupted run loses nothing: what was sent is done by the workers. Go on with --missing.`

function readSelection(missing: boolean, since: string | undefined): EnrichSelection | undefined {
  if (missing === (since !== undefined)) return undefined
  return since === undefined ? { kind: 'missing' } : { kind: 'since', from: parseStart(since, '--since') }
}

function readRate(text: string): number {
  const rate = Number(text)
  if (Number.isInteger(rate) && rate >= 1 && rate <= RATE_MAX) return rate
  throw new CommandError(`--rate ${text}: a whole number from 1 to ${RATE_MAX} is expected.`)
}

/** What is done of each step, in their order, for people. */
const DONE_WORDS: Record<RepeatedStep, string> = { enrich: 'enriched', classify: 'classified' }

/** Has one step done for a selection and says what came of it. Returns how many articles failed. */
async function repeatStep(
  walk: Omit<EnrichWalk, 'onProgress' | 'onFailed'>,
  selection: EnrichSelection,
  total: number,
): Promise<number> {
  const progress = startProgress('articles', total)
  let shown = 0
  try {
    const { done, failed } = await enrichArticles(
      {
        ...walk,
        onProgress: (state) => progress.update(state.done + state.failed),
        onFailed: (uniqueId, error) => {
          if (shown++ < FAILURES_SHOWN) console.error(`${uniqueId}: ${error}`)
        },
      },
      selection,
    )
    progress.stop()
    console.log(`${done} articles ${DONE_WORDS[walk.step]}, ${failed} failed.`)
    return failed
  } finally {
    progress.stop()
  }
}

async function main(): Promise<number> {
  const { values, positionals } = readArguments(USAGE, {
    missing: { type: 'boolean', default: false },
    since: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
    rate: { type: 'string', default: String(DEFAULT_RATE) },
    data: { type: 'string', default: DEFAULT_DATA_FOLDER },
    help: { type: 'boolean', default: false },
  })
  const selection = readSelection(values.missing, values.since)
  if (values.help || !selection || positionals.length > 0) {
    console.log(USAGE)
    return values.help ? EXIT_OK : EXIT_USAGE
  }
  const rate = readRate(values.rate)
  await connect(values.data)
  const config = loadConfig('settings', 'database', 'enrichQueue', 'classifyQueue')
  const { classification } = config.settings
  const db = connectDatabase(config.database, { statementTimeoutMs: 0 })
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort(new CommandError('Stopped; go on with --missing.')))
  const walk = { db, config, queues: connectQueues(), rate, signal: stop.signal }
  try {
    const total = await countToEnrich(db, selection)
    if (values['dry-run']) {
      const asked = classification
        ? `, the language model asked for ${await countToClassify(db, selection)}`
        : ''
      console.log(`Dry run: ${total} articles would be enriched${asked}, nothing was changed.`)
      return EXIT_OK
    }
    let failed = await repeatStep({ ...walk, step: 'enrich' }, selection, total)
    if (classification) {
      const asked = await countToClassify(db, selection)
      failed += await repeatStep({ ...walk, step: 'classify' }, selection, asked)
    }
    return failed > 0 ? EXIT_INCOMPLETE : EXIT_OK
  } finally {
    await db.end({ timeout: 5 })
  }
}

await runCommand(main)
