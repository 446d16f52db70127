import { Command, Option } from '@commander-js/extra-typings'
import { ENTITY_TYPES, type EntityType } from '@pauta/core/entities/entity-record'
import { mergeEntities } from '@pauta/core/entities/merge-entities'
import { allowPerson, removePerson } from '@pauta/core/removals/removed-people'
import { splitEntity, type SplitRequest } from '@pauta/core/entities/split-entity'
import {
  addEntity,
  listEntities,
  operatorEntitySchema,
  renameEntity,
  type EntitySource,
} from '@pauta/core/entities/naming'
import { rebuildEntityStore } from '@pauta/core/entities/rebuild'
import { enqueueStep } from '@pauta/core/steps/enqueue'
import { loadConfig } from '@pauta/platform/config/config'
import type { DbPool } from '@pauta/platform/database/database'
import { connectQueues } from '@pauta/platform/queues/queues'
import { importEntityFile } from '../import/import-entities.ts'
import { CommandError } from '../terminal/connect.ts'
import { EXIT_INCOMPLETE } from '../terminal/exit-codes.ts'
import { makeChoice, makeCommand, wholeNumber } from '../terminal/options.ts'
import { printResult, withoutControls } from '../terminal/output.ts'
import { startProgress, type Progress } from '@pauta/server/progress'
import { renderTable } from '../terminal/table.ts'
import { withDatabase } from '../terminal/with-database.ts'

const SOURCES: readonly EntitySource[] = ['catalogue', 'operator', 'features']
const LISTED = 100
const LISTED_MAX = 10_000
const ID = 'ID of an entity: Q and digits, or dgb_ and a ULID'

/** Opens the database for work on the registry, whose reads take longer than a statement of a request. */
const onRegistry = (data: string, work: (db: DbPool) => Promise<void>): Promise<void> =>
  withDatabase(data, work, { statementTimeoutMs: 0 })

async function rebuildEntities(db: DbPool, isJson: boolean): Promise<void> {
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort(new CommandError('Stopped; a rebuild starts from the beginning.')))
  let progress: Progress | undefined
  let shown: string | undefined
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
  }).finally(() => progress?.stop())
  printResult(isJson, { articles, entities }, [`${articles} articles read, ${entities} entities counted.`])
}

interface ListRequest {
  limit: number
  source: EntitySource | undefined
  type: EntityType | undefined
}

async function printEntities(db: DbPool, request: ListRequest, isJson: boolean): Promise<void> {
  const entities = await listEntities(db, request)
  const cells = entities.map(({ entityId, type, canonicalName, source, articles }) => [
    entityId,
    type,
    withoutControls(canonicalName),
    source,
    String(articles),
  ])
  printResult(isJson, { entities }, renderTable(['id', 'type', 'name', 'source', 'articles'], cells))
}

/** Validates and adds an entity. Throws a CommandError that names each wrong value. */
async function saveEntity(db: DbPool, entity: Record<string, unknown>, isJson: boolean): Promise<void> {
  const parsed = operatorEntitySchema.safeParse(entity)
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    throw new CommandError(problems.join('\n'))
  }
  const id = await addEntity(db, parsed.data)
  printResult(isJson, { id }, [`${id} is in the registry.`])
}

/** What commands that change many articles do with each batch, and when they stop. */
function makeProgress(db: DbPool) {
  const config = loadConfig('indexQueue')
  const queues = connectQueues()
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort(new CommandError('Stopped; the same command continues from here.')))
  return {
    signal: stop.signal,
    onBatch: async (ids: readonly string[]) => {
      await enqueueStep('index', ids, { db, config, queues, now: new Date() })
      console.error(`${ids.length} more articles are due for the index`)
    },
  }
}

async function splitOff(db: DbPool, request: SplitRequest, isJson: boolean): Promise<void> {
  if (request.office === undefined && request.uniqueIds === undefined)
    throw new CommandError('Give --office or --article.')
  const { id, articles } = await splitEntity(db, request, makeProgress(db))
  printResult(isJson, { from: request.entityId, id, articles }, [
    `${articles} articles of ${request.entityId} are ${id} now, and the index follows in a moment.`,
  ])
}

async function removeName(db: DbPool, who: string, isJson: boolean): Promise<void> {
  const { articles, entities } = await removePerson(db, who, makeProgress(db))
  printResult(isJson, { articles, entities }, [
    `${articles} articles name the person no longer, ${entities} entities went, and the name is remembered.`,
  ])
}

async function mergeInto(db: DbPool, fromId: string, intoId: string, isJson: boolean): Promise<void> {
  const articles = await mergeEntities(db, { fromId, intoId }, makeProgress(db))
  printResult(isJson, { from: fromId, into: intoId, articles }, [
    `${fromId} is ${intoId} now; ${articles} articles moved, and the index follows in a moment.`,
  ])
}

const list = makeCommand('list')
  .summary('lists the entities of the registry')
  .description(
    'Lists entities of the registry, the most mentioned first. The source is catalogue (part of a version of Pauta), ' +
      'operator (these commands) or features (named by data workers; enrichment finds such an entity in texts only ' +
      'after `add`).',
  )
  .usage('[--source SOURCE] [--type TYPE] [--limit N]')
  .addOption(makeChoice('--source <SOURCE>', 'entities of one source alone', SOURCES))
  .addOption(makeChoice('--type <TYPE>', 'entities of one type alone', ENTITY_TYPES))
  .addOption(
    new Option('--limit <N>', `entities at most, from 1 to ${LISTED_MAX}`)
      .argParser(wholeNumber('--limit', LISTED_MAX))
      .default(LISTED),
  )
  .action(async ({ source, type, limit, data, json }) => {
    await onRegistry(data, (db) => printEntities(db, { source, type, limit }, json))
  })

const add = makeCommand('add')
  .summary('adds an entity')
  .description(
    'Adds an entity, or takes over an entity that only features have named. Later versions of the catalogue keep it.',
  )
  .usage('NAME --type TYPE [--id ID] [--alias NAME]… [--description TEXT] [--agency KEY]')
  .argument('<NAME>', 'canonical name')
  .addOption(makeChoice('--type <TYPE>', 'type of the entity', ENTITY_TYPES).makeOptionMandatory())
  .option('--id <ID>', `${ID}; without it the command makes one`)
  .option(
    '--alias <NAME>',
    'another name; may be given several times',
    (name, names: string[]) => [...names, name],
    [],
  )
  .option('--description <TEXT>', 'what the entity is')
  .option('--agency <KEY>', 'key of the agency that the entity is')
  .action(async (canonicalName, { type, id, alias, description, agency, data, json }) => {
    const entity = { id, canonicalName, type, aliases: alias, description, agencyKey: agency }
    await onRegistry(data, (db) => saveEntity(db, entity, json))
  })

const rename = makeCommand('rename')
  .summary('renames an entity')
  .description('Gives an entity another canonical name. The former name stays among its names.')
  .usage('ID NAME')
  .argument('<ID>', ID)
  .argument('<NAME>', 'new canonical name')
  .action(async (id, name, { data, json }) => {
    await onRegistry(data, async (db) => {
      await renameEntity(db, id, name)
      printResult(json, { id, canonicalName: name }, [`${id} is called ${name} now.`])
    })
  })

const merge = makeCommand('merge')
  .summary('merges an entity into another one')
  .description(
    'Merges an entity into another one: names, mentions and features of every article move to INTO-ID, batch by ' +
      'batch. Messages that name the old ID later mean the new one. An interrupted merge continues when the same ' +
      'command runs again.',
  )
  .usage('ID INTO-ID')
  .argument('<ID>', ID)
  .argument('<INTO-ID>', 'ID of the entity that stays')
  .action(async (id, intoId, { data, json }) => {
    await onRegistry(data, (db) => mergeInto(db, id, intoId, json))
  })

const split = makeCommand('split')
  .summary('makes two entities of one')
  .description(
    'Makes a second entity of the same name of those articles of an entity that are about somebody else: the articles ' +
      'that state an office with given words, or those of given IDs. Later articles are told apart by the offices that ' +
      'they state.',
  )
  .usage('ID [--office WORDS] [--article ID]…')
  .argument('<ID>', ID)
  .option('--office <WORDS>', 'words of the office that the other person has')
  .option(
    '--article <ID>',
    'ID of an article about the other person; may be given several times',
    (id, ids: string[] | undefined) => [...(ids ?? []), id],
  )
  .action(async (entityId, { office, article, data, json }) => {
    await onRegistry(data, (db) => splitOff(db, { entityId, office, uniqueIds: article }, json))
  })

const removePersonCommand = makeCommand('remove-person')
  .summary('removes a private person at their request')
  .description(
    'Removes a person from the features of all articles, from the entity graph and from the index, and remembers the ' +
      'name: no later article names the person or makes an entity of them. Texts of articles stay as their agencies ' +
      'published them. An interrupted removal continues when the same command runs again.',
  )
  .usage('ID-OR-NAME')
  .argument('<ID-OR-NAME>', 'ID of the entity, or the name as texts have it')
  .action(async (who, { data, json }) => {
    await onRegistry(data, (db) => removeName(db, who, json))
  })

const allowPersonCommand = makeCommand('allow-person')
  .summary('undoes remove-person')
  .description(
    'Forgets that a name was removed: articles that are enriched from now on name the person again.',
  )
  .usage('NAME')
  .argument('<NAME>', 'the name as texts have it')
  .action(async (name, { data, json }) => {
    await onRegistry(data, async (db) => {
      const allowed = await allowPerson(db, name)
      printResult(json, { allowed }, [allowed ? `${name} is allowed again.` : `${name} was not removed.`])
      if (!allowed) process.exitCode = EXIT_INCOMPLETE
    })
  })

const importCommand = makeCommand('import')
  .summary('adds or replaces the entities of a file')
  .description(
    'Adds or replaces the entities of a file with one JSON object a line: {"id", "canonicalName", "type", "aliases", ' +
      '"description", "agencyKey"}. id, aliases, description and agencyKey are optional. Bad lines are counted and ' +
      'left out.',
  )
  .usage('FILE')
  .argument('<FILE>', 'file of JSON lines')
  .action(async (file, { data, json }) => {
    await onRegistry(data, async (db) => {
      const { written, bad } = await importEntityFile(db, file, (line, reason) =>
        console.error(`${file}:${line}: ${reason}`),
      )
      printResult(json, { written, bad }, [`${written} entities written, ${bad} bad lines.`])
      if (bad > 0) process.exitCode = EXIT_INCOMPLETE
    })
  })

const rebuild = makeCommand('rebuild')
  .summary('rebuilds mentions, co-mentions, counts and metrics')
  .description(
    'Rebuilds mentions, co-mentions, counts and metrics from the features of every article, while news keeps ' +
      'arriving. Use it after restoring a backup. An interrupted rebuild changes nothing; the next rebuild starts from ' +
      'the beginning.',
  )
  .usage('')
  .action(async ({ data, json }) => {
    await onRegistry(data, (db) => rebuildEntities(db, json))
  })

export const command = new Command('entities')
  .description('Manages the registry of entities, and rebuilds the tables that derive from it.')
  .addCommand(list)
  .addCommand(add)
  .addCommand(rename)
  .addCommand(merge)
  .addCommand(split)
  .addCommand(removePersonCommand)
  .addCommand(allowPersonCommand)
  .addCommand(importCommand)
  .addCommand(rebuild)
