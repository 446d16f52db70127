import { Command, Option } from '@commander-js/extra-typings'
import { listAgencies } from '@pauta/core/agencies/queries'
import { LAG_LIMIT_SECONDS, lagSeconds } from '@pauta/core/operations/lag'
import { PIPELINE_STEPS, type PipelineStep } from '@pauta/core/steps/steps'
import { STEP_QUEUES } from '@pauta/core/steps/topics'
import { retryFailed, enqueueStep } from '@pauta/core/steps/enqueue'
import { loadConfig, type Config } from '@pauta/platform/config/config'
import type { DbPool } from '@pauta/platform/database/database'
import { connectQueues } from '@pauta/platform/queues/queues'
import { EXIT_INCOMPLETE, EXIT_OK } from '../terminal/exit-codes.ts'
import { describeStatus, readStatus } from '../pipeline/describe-status.ts'
import { CommandError } from '../terminal/connect.ts'
import { makeCommand, type OutputOptions } from '../terminal/options.ts'
import { printResult } from '../terminal/output.ts'
import { withDatabase } from '../terminal/with-database.ts'

const RETRY_BATCH = 500

interface PipelineOptions extends OutputOptions {
  step?: PipelineStep | undefined
  agency?: string | undefined
}

const makeStepOption = () =>
  new Option('--step <STEP>', 'one step alone').choices(PIPELINE_STEPS).argParser((text: string) => {
    const step = PIPELINE_STEPS.find((step) => step === text)
    if (step) return step
    throw new CommandError(`There is no step ${text}. There are: ${PIPELINE_STEPS.join(', ')}`)
  })

/** Throws a CommandError when no agency has the key, also none that is known only from news. */
async function assertAgency(db: DbPool, key: string | undefined): Promise<void> {
  if (key === undefined || (await listAgencies(db, [key])).length > 0) return
  throw new CommandError(`There is no agency ${key}: npm run catalogue -- list sites shows keys.`)
}

/** Prints what is behind. Returns 1 when a step is behind its limit. */
async function showStatus(db: DbPool, { step, agency, json }: PipelineOptions): Promise<number> {
  await assertAgency(db, agency)
  const now = new Date()
  const status = await readStatus(db, { step, agencyKey: agency }, now)
  const isBehind = status.steps.some((row) => lagSeconds(row, now) > LAG_LIMIT_SECONDS)
  printResult(json, { isBehind, ...status }, describeStatus(status, now))
  return isBehind ? EXIT_INCOMPLETE : EXIT_OK
}

async function retryStep(db: DbPool, step: PipelineStep, agencyKey: string | undefined): Promise<number> {
  const config: Partial<Config> = loadConfig(STEP_QUEUES[step])
  const queues = connectQueues()
  let retried = 0
  let after = ''
  for (;;) {
    const ids = await retryFailed(db, { step, agencyKey, after, limit: RETRY_BATCH })
    const last = ids.at(-1)
    if (last === undefined) return retried
    await enqueueStep(step, ids, { db, queues, config, now: new Date() })
    retried += ids.length
    after = last
  }
}

async function retrySteps(db: DbPool, { step: wanted, agency, json }: PipelineOptions): Promise<number> {
  await assertAgency(db, agency)
  const retried: Partial<Record<PipelineStep, number>> = {}
  for (const step of PIPELINE_STEPS) {
    if (wanted === undefined || step === wanted) retried[step] = await retryStep(db, step, agency)
  }
  const lines = Object.entries(retried).map(
    ([step, count]) => `${step}: ${count} failed ${count === 1 ? 'article' : 'articles'} made due again`,
  )
  printResult(json, { retried }, lines)
  return EXIT_OK
}

const status = makeCommand('status')
  .summary('shows what is due, what failed and which agencies are late')
  .description(
    `Shows for each step (${PIPELINE_STEPS.join(', ')}) how many articles are due and of which agencies, what ` +
      'failed and why, which agencies are later than their own rhythm or cannot be read, and the incidents ' +
      'that last. Exits with 1 when a step is more than ' +
      `${LAG_LIMIT_SECONDS / 60} minutes behind.`,
  )
  .usage('[--step STEP] [--agency KEY]')
  .addOption(makeStepOption())
  .option('--agency <KEY>', 'articles of one agency alone')
  .action(async (options) => {
    process.exitCode = await withDatabase(options.data, (db) => showStatus(db, options))
  })

const retry = makeCommand('retry')
  .summary('makes failed steps due again')
  .description('Makes failed steps due again and sends messages to their workers.')
  .usage('[--step STEP] [--agency KEY]')
  .addOption(makeStepOption())
  .option('--agency <KEY>', 'articles of one agency alone')
  .action(async (options) => {
    process.exitCode = await withDatabase(options.data, (db) => retrySteps(db, options))
  })

export const command = new Command('pipeline')
  .description('Shows which steps of the pipeline are behind, and retries failed steps.')
  .addCommand(status)
  .addCommand(retry)
