import { loadConfig } from '@pauta/platform/config/config'
import { connectDatabase, type DbPool } from '@pauta/platform/database/database'
import { ENTITY_TYPES } from '@pauta/core/entities/entity-record'
import { mergeEntities } from '@pauta/core/entities/merge-entities'
import {
  addEntity,
  listEntities,
  operatorEntitySchema,
  renameEntity,
  type EntitySource,
} from '@pauta/core/entities/naming'
import { rebuildEntityStore } from '@pauta/core/entities/rebuild'
import { wakeStep } from '@pauta/core/steps/wake'
import { connectQueues } from '@pauta/platform/queues/queues'
import { EXIT_INCOMPLETE, EXIT_OK, EXIT_USAGE, readArguments, runCommand } from './terminal/command.ts'
import { CommandError, connect, DEFAULT_DATA_FOLDER } from './terminal/connect.ts'
import { importEntityFile } from './entities/import-entities.ts'
import { startProgress, type Progress } from './terminal/progress.ts'
import { renderTable } from './terminal/table.ts'

const USAGE = `npm run entities -- list [--source SOURCE] [--type TYPE] [--limit N] [--data DIR]
npm run entities -- add NAME --type TYPE [--id ID] [--alias NAME]… [--description TEXT] [--agency KEY]
npm run entities -- rename ID NAME
npm run entities -- merge ID INTO-ID
npm run entities -- import FILE
npm run entities -- rebuild

  list     entities of the registry, most mentioned first (100 unless told otherwise)
  add      adds an entity, or takes over one that only features have named; without --id one is minted
  rename   gives an entity another canonical name; the former one stays among its names
  merge    makes two entities one: names, mentions and features of every article move to INTO-ID, batch by batch.
           Whoever names the old id later means the new one. Started again, an interrupted merge goes on
  import   adds or replaces the entities of a file, one JSON object a line: {"id", "canonicalName", "type", "aliases",
           "description", "agencyKey"}; id, aliases, description and agencyKey may be left out. Bad lines are counted
  rebuild  makes mentions, co-mentions, counts and metrics anew from the features of every article, while news goes on
           coming in. After a restored backup. Started again, an interrupted rebuild begins from the beginning

TYPE is one of ${ENTITY_TYPES.join(', ')}. ID is Q and digits, or dgb_ and a ULID. SOURCE is catalogue (what comes with a
release), operator (these commands) or features (what data workers have named, which enrichment does not look for in
texts until add takes it over). Later releases leave alone what an operator has changed.`

const SOURCES: readonly EntitySource[] = ['catalogue', 'operator', 'features']
const LISTED = 100
const LISTED_MAX = 10_000

const OPTIONS = {
  data: { type: 'string', default: DEFAULT_DATA_FOLDER },
  help: { type: 'boolean', default: false },
  source: { type: 'string' },
  type: { type: 'string' },
  limit: { type: 'string', default: String(LISTED) },
  id: { type: 'string' },
  alias: { type: 'string', multiple: true },
  description: { type: 'string' },
  agency: { type: 'string' },
} as const

const readAll = () => readArguments(USAGE, OPTIONS)
type Values = ReturnType<typeof readAll>['values']

async function rebuild(db: DbPool): Promise<number> {
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
  }
}

/** One of the words in any case; undefined when not given. */
function wordOf<Word extends string>(given: string | undefined, words: readonly Word[], flag: string) {
  if (given === undefined) return undefined
  const word = words.find((one) => one.toLowerCase() === given.toLowerCase())
  if (word === undefined) throw new CommandError(`--${flag}: one of ${words.join(', ')}`)
  return word
}

async function list(db: DbPool, values: Values): Promise<number> {
  const limit = Number(values.limit)
  if (!(Number.isInteger(limit) && limit >= 1 && limit <= LISTED_MAX))
    throw new CommandError(`--limit: a whole number from 1 to ${LISTED_MAX}`)
  const rows = await listEntities(db, {
    limit,
    source: wordOf(values.source, SOURCES, 'source'),
    type: wordOf(values.type, ENTITY_TYPES, 'type'),
  })
  const cells = rows.map(({ entityId, type, canonicalName, source, articles }) => [
    entityId,
    type,
    // Names come from outside: no character of theirs may write over the terminal.
    canonicalName.replaceAll(/\p{C}/gu, '·'),
    source,
    String(articles),
  ])
  for (const line of renderTable(['id', 'type', 'name', 'source', 'articles'], cells)) console.log(line)
  return EXIT_OK
}

async function add(db: DbPool, canonicalName: string, values: Values): Promise<number> {
  const parsed = operatorEntitySchema.safeParse({
    id: values.id,
    canonicalName,
    type: wordOf(values.type, ENTITY_TYPES, 'type'),
    aliases: values.alias,
    description: values.description,
    agencyKey: values.agency,
  })
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    throw new CommandError(`${problems.join('\n')}\n\n${USAGE}`)
  }
  console.log(`${await addEntity(db, parsed.data)} is in the registry.`)
  return EXIT_OK
}

async function merge(db: DbPool, fromId: string, intoId: string): Promise<number> {
  const config = loadConfig('indexQueue')
  const queues = connectQueues()
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort(new CommandError('Stopped; the same command goes on.')))
  const articles = await mergeEntities(
    db,
    { fromId, intoId },
    {
      signal: stop.signal,
      onBatch: async (ids) => {
        await wakeStep('index', ids, { db, config, queues, now: new Date() })
        console.error(`${ids.length} more articles are due for the index`)
      },
    },
  )
  console.log(`${fromId} is ${intoId} now; ${articles} articles moved, and the index follows in a moment.`)
  return EXIT_OK
}

async function importFile(db: DbPool, file: string): Promise<number> {
  const { written, bad } = await importEntityFile(db, file, (line, reason) =>
    console.error(`${file}:${line}: ${reason}`),
  )
  console.log(`${written} entities written, ${bad} bad lines.`)
  return bad > 0 ? EXIT_INCOMPLETE : EXIT_OK
}

/** What a command line asks for; undefined when it is none of the usage. */
function findTask(positionals: readonly string[], values: Values) {
  const [command, first = '', second = ''] = positionals
  switch (`${command} ${positionals.length - 1}`) {
    case 'list 0':
      return (db: DbPool) => list(db, values)
    case 'rebuild 0':
      return rebuild
    case 'add 1':
      return (db: DbPool) => add(db, first, values)
    case 'rename 2':
      return async (db: DbPool) => {
        await renameEntity(db, first, second)
        console.log(`${first} is called ${second} now.`)
        return EXIT_OK
      }
    case 'merge 2':
      return (db: DbPool) => merge(db, first, second)
    case 'import 1':
      return (db: DbPool) => importFile(db, first)
    default:
      return undefined
  }
}

async function main(): Promise<number> {
  const { values, positionals } = readAll()
  const task = findTask(positionals, values)
  if (values.help || !task) {
    console.log(USAGE)
    return values.help ? EXIT_OK : EXIT_USAGE
  }
  await connect(values.data)
  const db = connectDatabase(loadConfig('database').database, { statementTimeoutMs: 0 })
  try {
    return await task(db)
  } finally {
    await db.end({ timeout: 5 })
  }
}

await runCommand(main)
