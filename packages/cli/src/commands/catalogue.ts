import { Argument, Command } from '@commander-js/extra-typings'
import { addAgency, listUnknownAgencies, renameAgency } from '@pauta/core/agencies/naming'
import { reindexRenamed } from '@pauta/core/steps/reindex-renamed'
import { enqueueStep } from '@pauta/core/steps/enqueue'
import { addTheme, listUnknownThemes, renameTheme } from '@pauta/core/themes/naming'
import type { Config } from '@pauta/platform/config/config'
import type { DbPool } from '@pauta/platform/database/database'
import { connectQueues } from '@pauta/platform/queues/queues'
import { listSites } from '@pauta/scraper/store/listed-sites'
import { describeSites } from '../scrape/describe-catalogue-sites.ts'
import { addSiteCommand, pauseSiteCommand, resumeSiteCommand, setSiteCommand } from './catalogue-sites.ts'
import { makeCommand, type OutputOptions } from '../terminal/options.ts'
import { printResult, withoutControls } from '../terminal/output.ts'
import { renderTable } from '../terminal/table.ts'
import { withDatabase } from '../terminal/with-database.ts'

const REINDEXED =
  'Articles of a theme or agency with a new name are indexed again in batches. After an interruption the sweep job ' +
  'continues.'

const listAllSites = ({ data, json }: OutputOptions): Promise<void> =>
  withDatabase(data, async (db) => {
    const sites = await listSites(db)
    printResult(json, { sites }, describeSites(sites))
  })

const listUnknown = ({ data, json }: OutputOptions): Promise<void> =>
  withDatabase(data, async (db) => {
    const [themes, agencies] = [await listUnknownThemes(db), await listUnknownAgencies(db)]
    const themeRows = themes.map(({ code, suggestedLabel, articles }) => [
      withoutControls(code),
      withoutControls(suggestedLabel),
      String(articles),
    ])
    const agencyRows = agencies.map(({ key, articles }) => [withoutControls(key), String(articles)])
    const tables = [
      ...(themes.length > 0
        ? [renderTable(['unknown theme', 'label in the news', 'articles'], themeRows).join('\n')]
        : []),
      ...(agencies.length > 0 ? [renderTable(['unknown agency', 'articles'], agencyRows).join('\n')] : []),
    ]
    const text = tables.length > 0 ? tables.join('\n\n') : 'The catalogue has every code and key of the news.'
    printResult(json, { themes, agencies }, [text])
  })

/** Something that gets a name: a theme with its code, or an agency with its key. */
interface Named {
  kind: 'theme' | 'agency'
  key: string
}

/** Writes a name and makes the articles that carry it due for the index. `write` returns whether the name changed. */
async function writeName(
  { kind, key }: Named,
  { data, json }: OutputOptions,
  write: (db: DbPool) => Promise<boolean>,
): Promise<void> {
  const work = async (db: DbPool, config: Config<'indexQueue'>) => {
    const changed = await write(db)
    const queues = connectQueues()
    const stop = new AbortController()
    process.once('SIGINT', () => stop.abort())
    const articles = await reindexRenamed(db, {
      signal: stop.signal,
      onBatch: async (ids) => {
        await enqueueStep('index', ids, { db, config, queues, now: new Date() })
        if (!json) console.error(`${ids.length} more articles are due for the index`)
      },
    })
    const text = changed
      ? `The ${kind} ${key} has its name; ${articles} articles are being indexed again.`
      : `The ${kind} ${key} has that name already.`
    printResult(json, { [kind === 'theme' ? 'code' : 'key']: key, changed, articles }, [text])
  }
  await withDatabase(data, work, { sections: ['indexQueue'] })
}

const list = makeCommand('list')
  .summary('lists themes and agencies of the news that have no name, or the news sites')
  .description(
    'Lists theme codes and agency keys of the news that have no name, with their number of articles. `list sites` lists ' +
      'the news sites, with their kind, their listing and whether they are read.',
  )
  .usage('[sites]')
  .addArgument(new Argument('[WHAT]', 'sites: the news sites').choices(['sites']))
  .action((what, options) => (what === 'sites' ? listAllSites(options) : listUnknown(options)))

const addThemeCommand = makeCommand('theme')
  .summary('names a theme, which makes it public')
  .description(
    `Names a theme of the news, or adds a new theme. The theme becomes public. The theme above it must be in the catalogue.\n\n${REINDEXED}`,
  )
  .usage('CODE LABEL')
  .argument('<CODE>', 'code, such as 01.02')
  .argument('<LABEL>', 'name that readers see')
  .action((code, label, options) =>
    writeName({ kind: 'theme', key: code }, options, async (db) => {
      await addTheme(db, { code, label })
      return true
    }),
  )

const addAgencyCommand = makeCommand('agency')
  .summary('names an agency')
  .description(`Names an agency of the news, or adds a new agency.\n\n${REINDEXED}`)
  .usage('KEY NAME [--parent KEY] [--type TYPE] [--url URL]')
  .argument('<KEY>', 'path segment of the site of the agency, such as mec')
  .argument('<NAME>', 'name that readers see')
  .option('--parent <KEY>', 'agency above it')
  .option('--type <TYPE>', 'kind of body, such as Autarquia')
  .option('--url <URL>', 'address of its news page')
  .action((key, name, options) =>
    writeName({ kind: 'agency', key }, options, async (db) => {
      const { parent, type, url } = options
      const details = { parentKey: parent ?? null, type: type ?? null, newsUrl: url ?? null }
      await addAgency(db, { key, name }, details)
      return true
    }),
  )

const renameThemeCommand = makeCommand('theme')
  .summary('renames a theme')
  .description(`Renames a theme. Later versions of the catalogue keep the new name.\n\n${REINDEXED}`)
  .usage('CODE LABEL')
  .argument('<CODE>', 'code, such as 01.02')
  .argument('<LABEL>', 'new name')
  .action((code, label, options) =>
    writeName({ kind: 'theme', key: code }, options, (db) => renameTheme(db, { code, label })),
  )

const renameAgencyCommand = makeCommand('agency')
  .summary('renames an agency')
  .description(`Renames an agency. Later versions of the catalogue keep the new name.\n\n${REINDEXED}`)
  .usage('KEY NAME')
  .argument('<KEY>', 'path segment of the site of the agency, such as mec')
  .argument('<NAME>', 'new name')
  .action((key, name, options) =>
    writeName({ kind: 'agency', key }, options, (db) => renameAgency(db, { key, name })),
  )

export const command = new Command('catalogue')
  .description('Names themes and agencies, and says which news sites are read.')
  .addCommand(list)
  .addCommand(
    new Command('add')
      .summary('names a theme or an agency, or adds one, or a news site')
      .description(
        'Names a theme or an agency of the news, or adds a new one; adds the news site of an agency.',
      )
      .addCommand(addThemeCommand)
      .addCommand(addAgencyCommand)
      .addCommand(addSiteCommand),
  )
  .addCommand(
    new Command('rename')
      .summary('renames a theme or an agency')
      .description('Renames a theme or an agency that has a name.')
      .addCommand(renameThemeCommand)
      .addCommand(renameAgencyCommand),
  )
  .addCommand(
    new Command('set')
      .summary('corrects a news site')
      .description('Corrects a news site.')
      .addCommand(setSiteCommand),
  )
  .addCommand(
    new Command('pause')
      .summary('stops reading a news site')
      .description('Stops reading a news site.')
      .addCommand(pauseSiteCommand),
  )
  .addCommand(
    new Command('resume')
      .summary('reads a paused news site again')
      .description('Reads a paused news site again.')
      .addCommand(resumeSiteCommand),
  )
