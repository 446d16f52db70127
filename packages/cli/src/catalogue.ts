import { addAgency, listUnknownAgencies, renameAgency } from '@pauta/core/agencies/naming'
import { reindexRenamed } from '@pauta/core/steps/reindex-renamed'
import { loadConfig } from '@pauta/platform/config/config'
import { connectDatabase, type DbPool } from '@pauta/platform/database/database'
import { wakeStep } from '@pauta/core/steps/wake'
import { connectQueues } from '@pauta/platform/queues/queues'
import { addTheme, listUnknownThemes, renameTheme } from '@pauta/core/themes/naming'
import { EXIT_OK, EXIT_USAGE, readArguments, runCommand } from './terminal/command.ts'
import { connect, DEFAULT_DATA_FOLDER } from './terminal/connect.ts'
import { renderTable } from './terminal/table.ts'

const USAGE = `npm run catalogue -- list [--json] [--data DIR]
npm run catalogue -- add theme CODE LABEL
npm run catalogue -- add agency KEY NAME [--parent KEY] [--type TYPE] [--url URL]
npm run catalogue -- rename theme CODE LABEL
npm run catalogue -- rename agency KEY NAME

  list    theme codes and agency keys that news carries and nobody has named, with their articles
  add     names one of them, or a new one. A theme becomes public with it; the theme above it must be known
  rename  gives a known theme or agency another name. Later releases of the catalogue leave it as it is

  --json  prints one JSON object instead of text

Articles of a theme or agency with a new name are indexed again in batches. After an interruption the sweep job goes on.`

/** Text that came with news, without characters that would write over the terminal. */
const shown = (text: string): string => text.replaceAll(/\p{C}/gu, '·')

async function list(db: DbPool, isJson: boolean): Promise<void> {
  const [themes, agencies] = [await listUnknownThemes(db), await listUnknownAgencies(db)]
  if (isJson) return console.log(JSON.stringify({ themes, agencies }, null, 2))
  if (themes.length + agencies.length === 0)
    return console.log('The catalogue has every code and key of the news.')
  if (themes.length > 0) {
    const rows = themes.map(({ code, suggestedLabel, articles }) => [
      shown(code),
      shown(suggestedLabel),
      String(articles),
    ])
    console.log(renderTable(['unknown theme', 'label in the news', 'articles'], rows).join('\n'))
  }
  if (themes.length > 0 && agencies.length > 0) console.log('')
  if (agencies.length > 0) {
    const rows = agencies.map(({ key, articles }) => [shown(key), String(articles)])
    console.log(renderTable(['unknown agency', 'articles'], rows).join('\n'))
  }
}

type Details = Record<'parent' | 'type' | 'url', string | undefined>

/** Writes a name. Returns false when the theme or agency has it already. */
async function write(
  db: DbPool,
  [verb, kind, code = '', name = '']: readonly string[],
  { parent, type, url }: Details,
): Promise<boolean> {
  if (kind === 'theme') {
    if (verb === 'rename') return await renameTheme(db, { code, label: name })
    await addTheme(db, { code, label: name })
    return true
  }
  if (verb === 'rename') return await renameAgency(db, { key: code, name })
  const details = { parentKey: parent ?? null, type: type ?? null, newsUrl: url ?? null }
  await addAgency(db, { key: code, name }, details)
  return true
}

async function nameOne(positionals: readonly string[], details: Details, isJson: boolean): Promise<void> {
  const config = loadConfig('database', 'indexQueue')
  const db = connectDatabase(config.database)
  try {
    const changed = await write(db, positionals, details)
    const queues = connectQueues()
    const stop = new AbortController()
    process.once('SIGINT', () => stop.abort())
    const articles = await reindexRenamed(db, {
      signal: stop.signal,
      onBatch: async (ids) => {
        await wakeStep('index', ids, { db, config, queues, now: new Date() })
        if (!isJson) console.error(`${ids.length} more articles are due for the index`)
      },
    })
    const [, kind, code] = positionals
    if (isJson) console.log(JSON.stringify({ [kind === 'theme' ? 'code' : 'key']: code, changed, articles }))
    else if (!changed) console.log(`The ${kind} ${code} has that name already.`)
    else console.log(`The ${kind} ${code} has its name; ${articles} articles are being indexed again.`)
  } finally {
    await db.end({ timeout: 5 })
  }
}

function isWrite([verb, kind, ...rest]: readonly string[]): boolean {
  return (verb === 'add' || verb === 'rename') && (kind === 'theme' || kind === 'agency') && rest.length === 2
}

async function main(): Promise<number> {
  const { values, positionals } = readArguments(USAGE, {
    parent: { type: 'string' },
    type: { type: 'string' },
    url: { type: 'string' },
    json: { type: 'boolean', default: false },
    data: { type: 'string', default: DEFAULT_DATA_FOLDER },
    help: { type: 'boolean', default: false },
  })
  const { parent, type, url } = values
  const isList = positionals.length === 1 && positionals[0] === 'list'
  const hasDetails = [parent, type, url].some((value) => value !== undefined)
  const mayHaveDetails = positionals[0] === 'add' && positionals[1] === 'agency'
  if (values.help || !(isList || isWrite(positionals)) || (hasDetails && !mayHaveDetails)) {
    console.log(USAGE)
    return values.help ? EXIT_OK : EXIT_USAGE
  }
  await connect(values.data)
  if (!isList) {
    await nameOne(positionals, { parent, type, url }, values.json)
    return EXIT_OK
  }
  const db = connectDatabase(loadConfig('database').database)
  try {
    await list(db, values.json)
  } finally {
    await db.end({ timeout: 5 })
  }
  return EXIT_OK
}

await runCommand(main)
