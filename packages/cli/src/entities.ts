import { loadConfig } from '@pauta/platform/config/config'
import { connectDatabase } from '@pauta/platform/database/database'
import { rebuildEntityStore } from '@pauta/core/entities/rebuild'
import { EXIT_OK, EXIT_USAGE, readArguments, runCommand } from './terminal/command.ts'
import { CommandError, connect, DEFAULT_DATA_FOLDER } from './terminal/connect.ts'
import { startProgress, type Progress } from './terminal/progress.ts'

const USAGE = `npm run entities -- rebuild [--data DIR]

  rebuild  makes mentions, co-mentions, counts and metrics anew from the features of every article, while news goes on
           coming in. After a restored backup, or when entities joined the registry whose ids features named before.
An interrupted rebuild has done no harm; the next one starts from the beginning.`

async function rebuild(dataFolder: string): Promise<number> {
  await connect(dataFolder)
  const db = connectDatabase(loadConfig('database').database, { statementTimeoutMs: 0 })
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort(new CommandError('Stopped; a rebuild starts from the beginning.')))
  let progress: Progress | undefined
  let shown: string | undefined
  try {
    const { articles, entities } = await rebuildEntityStore(db, {
      signal: stop.signal,
      onProgress: ({ phase, done, total }) => {
        if (phase !== shown) {
          progress?.stop()
          progress = startProgress(phase, total)
          shown = phase
        }
        progress?.update(done, total)
      },
    })
    progress?.stop()
    console.log(`${articles} articles read, ${entities} entities counted.`)
    return EXIT_OK
  } finally {
    progress?.stop()
    await db.end({ timeout: 5 })
  }
}

async function main(): Promise<number> {
  const { values, positionals } = readArguments(USAGE, {
    data: { type: 'string', default: DEFAULT_DATA_FOLDER },
    help: { type: 'boolean', default: false },
  })
  if (values.help || positionals.length !== 1 || positionals[0] !== 'rebuild') {
    console.log(USAGE)
    return values.help ? EXIT_OK : EXIT_USAGE
  }
  return await rebuild(values.data)
}

await runCommand(main)
