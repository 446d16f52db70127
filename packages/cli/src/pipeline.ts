import { loadConfig, type Config } from '@pauta/platform/config/config'
import { connectDatabase, type DbPool } from '@pauta/platform/database/database'
import { LAG_LIMIT_SECONDS, lagSeconds, listStepLag } from '@pauta/core/steps/lag'
import { PIPELINE_STEPS, type PipelineStep } from '@pauta/core/steps/steps'
import { STEP_QUEUES } from '@pauta/core/steps/topics'
import { retryFailed, wakeStep } from '@pauta/core/steps/wake'
import { connectQueues } from '@pauta/platform/queues/queues'
import { EXIT_INCOMPLETE, EXIT_OK, EXIT_USAGE, readArguments, runCommand } from './terminal/command.ts'
import { CommandError, connect, DEFAULT_DATA_FOLDER } from './terminal/connect.ts'
import { describeStatus } from './pipeline/describe-status.ts'

const USAGE = `npm run pipeline -- status [--step STEP] [--agency KEY] [--data DIR]
npm run pipeline -- retry [--step STEP] [--agency KEY] [--data DIR]

  status  what every step (${PIPELINE_STEPS.join(', ')}) has still to do, of which agencies, what failed and why, and
          which agencies were not read lately; 1 when a step is more than ${LAG_LIMIT_SECONDS / 60} minutes behind
  retry   makes failed steps due again and wakes their workers`

const RETRY_BATCH = 500

interface Scope {
  step?: PipelineStep | undefined
  agencyKey?: string | undefined
}

function readStep(text: string | undefined): PipelineStep | undefined {
  if (text === undefined) return undefined
  const step = PIPELINE_STEPS.find((step) => step === text)
  if (!step) throw new CommandError(`There is no step ${text}. There are: ${PIPELINE_STEPS.join(', ')}`)
  return step
}

async function showStatus(db: DbPool, scope: Scope): Promise<number> {
  const now = new Date()
  for (const line of await describeStatus(db, scope, now)) console.log(line)
  const lag = (await listStepLag(db)).filter(({ step }) => scope.step === undefined || step === scope.step)
  return lag.some((step) => lagSeconds(step, now) > LAG_LIMIT_SECONDS) ? EXIT_INCOMPLETE : EXIT_OK
}

async function retryStep(db: DbPool, step: PipelineStep, { agencyKey }: Scope): Promise<number> {
  const config: Partial<Config> = loadConfig(STEP_QUEUES[step])
  const queues = connectQueues()
  let retried = 0
  let after = ''
  for (;;) {
    const ids = await retryFailed(db, { step, agencyKey, after, limit: RETRY_BATCH })
    const last = ids.at(-1)
    if (last === undefined) return retried
    await wakeStep(step, ids, { db, queues, config, now: new Date() })
    retried += ids.length
    after = last
  }
}

async function retry(db: DbPool, scope: Scope): Promise<number> {
  for (const step of PIPELINE_STEPS) {
    if (scope.step !== undefined && step !== scope.step) continue
    const retried = await retryStep(db, step, scope)
    console.log(`${step}: ${retried} failed ${retried === 1 ? 'article' : 'articles'} made due again`)
  }
  return EXIT_OK
}

async function main(): Promise<number> {
  const { values, positionals } = readArguments(USAGE, {
    step: { type: 'string' },
    agency: { type: 'string' },
    data: { type: 'string', default: DEFAULT_DATA_FOLDER },
    help: { type: 'boolean', default: false },
  })
  const [command] = positionals
  if (values.help || positionals.length !== 1 || (command !== 'status' && command !== 'retry')) {
    console.log(USAGE)
    return values.help ? EXIT_OK : EXIT_USAGE
  }
  const scope = { step: readStep(values.step), agencyKey: values.agency }
  await connect(values.data)
  const db = connectDatabase(loadConfig('database').database)
  try {
    return command === 'status' ? await showStatus(db, scope) : await retry(db, scope)
  } finally {
    await db.end({ timeout: 5 })
  }
}

await runCommand(main)
