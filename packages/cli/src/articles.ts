import { setTakenDown } from '@pauta/core/intake/take-down'
import { loadConfig } from '@pauta/platform/config/config'
import { connectDatabase } from '@pauta/platform/database/database'
import { wakeStep } from '@pauta/core/steps/wake'
import { connectQueues } from '@pauta/platform/queues/queues'
import { EXIT_INCOMPLETE, EXIT_OK, EXIT_USAGE, readArguments, runCommand } from './terminal/command.ts'
import { connect, DEFAULT_DATA_FOLDER } from './terminal/connect.ts'

const USAGE = `npm run articles -- take-down ID… [--data DIR]
npm run articles -- put-back ID… [--data DIR]

  take-down  takes articles out of search, lists, analytics and whatever is sent from now on; their rows stay. No
             message brings them back: neither by their id, nor by their address, nor by agency, title and day
  put-back   undoes all of it`

const WORDS = { 'take-down': 'taken down', 'put-back': 'put back' } as const

async function main(): Promise<number> {
  const { values, positionals } = readArguments(USAGE, {
    data: { type: 'string', default: DEFAULT_DATA_FOLDER },
    help: { type: 'boolean', default: false },
  })
  const [command, ...ids] = positionals
  if (values.help || ids.length === 0 || (command !== 'take-down' && command !== 'put-back')) {
    console.log(USAGE)
    return values.help ? EXIT_OK : EXIT_USAGE
  }
  await connect(values.data)
  const config = loadConfig('database', 'indexQueue')
  const db = connectDatabase(config.database)
  try {
    const now = new Date()
    const changed = await setTakenDown(db, ids, command === 'take-down' ? now : null)
    await wakeStep('index', changed, { db, config, queues: connectQueues(), now })
    const others = ids.filter((id) => !changed.includes(id))
    for (const id of others)
      console.error(`${id}: there is no such article, or it was ${WORDS[command]} before`)
    console.log(`${changed.length} ${WORDS[command]}; the index follows in a moment.`)
    return others.length > 0 ? EXIT_INCOMPLETE : EXIT_OK
  } finally {
    await db.end({ timeout: 5 })
  }
}

await runCommand(main)
