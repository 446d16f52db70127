import { userInfo } from 'node:os'
import { addAgency } from '@pauta/core/agencies/naming'
import { listAgencies } from '@pauta/core/agencies/queries'
import type { DbPool } from '@pauta/platform/database/database'
import { createMemory } from '@pauta/scraper/fetch/ports'
import { SITE_KINDS, type SiteKind } from '@pauta/scraper/kinds/site-kind'
import { ScrapeError } from '@pauta/scraper/errors'
import { isRefused, trySite, type SiteQuestion, type SiteTrial } from '@pauta/scraper/site/try-site'
import { findSite, hostsOf } from '@pauta/scraper/store/listed-sites'
import { checkListingUrl, saveSite, setSiteActive } from '@pauta/scraper/store/site-writes'
import { openFetcher } from '../scrape/open-fetcher.ts'
import { ask, isYes } from '../terminal/ask.ts'
import { CommandError } from '../terminal/connect.ts'
import { EXIT_INCOMPLETE } from '../terminal/exit-codes.ts'
import { makeChoice, makeCommand, type OutputOptions } from '../terminal/options.ts'
import { printResult } from '../terminal/output.ts'
import { withDatabase } from '../terminal/with-database.ts'
import { describeTrial, isStorable } from '../scrape/describe-catalogue-sites.ts'

const ARTICLES_TRIED = 5

async function tryOrExplain(key: string, question: SiteQuestion): Promise<SiteTrial> {
  const hosts = hostsOf([{ listingUrls: [question.url], hosts: question.hosts }])
  try {
    return await trySite(openFetcher(createMemory(), hosts), key, question, ARTICLES_TRIED)
  } catch (error) {
    if (!(error instanceof ScrapeError)) throw error
    const remedy = isRefused(error)
      ? '. For a site inside of your network, name its origin in `allowedOrigins` of SST_RESOURCE_ScrapeService'
      : ''
    throw new CommandError(`${question.url}: ${error.kind}: ${error.message}${remedy}`, { cause: error })
  }
}

/** What a command proposes to store. */
interface Proposal extends OutputOptions {
  key: string
  question: SiteQuestion
  /** Further listings of the site, of the same kind. They are stored without a trial. */
  further: readonly string[]
  note: string | null
  /** Stores without asking. */
  yes: boolean
  /** Adds the agency, if it is missing. Called after the operator agreed. */
  addMissing: (db: DbPool) => Promise<void>
}

/** Tries a site, shows what would be stored, and stores the site when the operator agrees. */
async function propose(db: DbPool, proposal: Proposal): Promise<void> {
  const { key, question, further, note, yes, json, addMissing } = proposal
  const trial = await tryOrExplain(key, question)
  if (!json) for (const line of describeTrial(trial)) console.log(line)
  if (!isStorable(trial) && !yes)
    throw new CommandError('No article of the site could be stored. --yes stores the site all the same.')
  const isAgreed = yes || (await isYes(`Read this site for the agency ${key}?`))
  if (isAgreed) {
    await addMissing(db)
    const { kind, listingUrls, hosts = [] } = trial.site
    const facts = { kind, listingUrls: [...listingUrls, ...further], hosts, note }
    await saveSite(db, key, { facts, changedBy: userInfo().username })
  } else process.exitCode = EXIT_INCOMPLETE
  const text = isAgreed
    ? `The site of ${key} is read from the next run on: ${trial.site.listingUrls.join(', ')}`
    : 'Nothing was stored.'
  printResult(json, { key, stored: isAgreed, ...trial }, [text])
}

const kindOption = () => makeChoice('--kind <KIND>', 'kind of site; without it the kind is found', SITE_KINDS)
const HOSTS = 'further hosts of the articles, such as www.exemplo.gov.br'

export const addSiteCommand = makeCommand('site')
  .summary('tries a news site, shows five articles, and adds it')
  .description(
    'Finds the kind of a site (Plone, the API of Plone 6, WordPress, or a feed or sitemap), shows five articles as they ' +
      'would be stored, and asks before it adds the site, which the next run of the job scrape reads.',
  )
  .usage('URL --agency KEY [--name NAME] [--parent KEY] [--kind KIND] [--host HOST …] [--note TEXT] [--yes]')
  .argument('<URL>', 'address of the news listing, of a feed, or of the home page')
  .requiredOption('--agency <KEY>', 'agency of the site')
  .option('--name <NAME>', 'name of the agency, if the catalogue lacks it')
  .option('--parent <KEY>', 'agency above a new agency')
  .addOption(kindOption())
  .option('--host <HOST...>', HOSTS)
  .option('--note <TEXT>', 'what other operators should know')
  .option('--yes', 'adds the site without asking')
  .action(async (url, { agency: key, name, parent, kind, host, note, yes = false, ...output }) => {
    const address = checkListingUrl(url)
    await withDatabase(output.data, async (db) => {
      if ((await findSite(db, key)) !== undefined)
        throw new CommandError(
          `The agency ${key} has a site. Correct it: npm run catalogue -- set site ${key}`,
        )
      const [known] = await listAgencies(db, [key])
      const isMissing = known?.inCatalogue !== true
      const official = isMissing
        ? (name ?? (await ask(`The catalogue lacks ${key}. What is its name (--name)?`)))
        : ''
      await propose(db, {
        ...output,
        key,
        question: { url: address, kind: kind ?? null, hosts: host ?? [] },
        further: [],
        note: note ?? null,
        yes,
        addMissing: async (pool) => {
          const details = { parentKey: parent ?? null, type: null, newsUrl: address }
          if (isMissing) await addAgency(pool, { key, name: official }, details)
        },
      })
    })
  })

export const setSiteCommand = makeCommand('site')
  .summary('corrects the listing or the kind of a site')
  .description(
    'Corrects a site whose listing moved or whose software changed. Shows five articles as they would be stored, and ' +
      'asks before it stores the site. Later versions of the catalogue keep the correction.',
  )
  .usage('AGENCY [--url URL …] [--kind KIND] [--host HOST …] [--note TEXT] [--yes]')
  .argument('<AGENCY>', 'agency of the site')
  .option('--url <URL...>', 'new address of the listing; further ones are stored without a trial')
  .addOption(kindOption())
  .option('--host <HOST...>', HOSTS)
  .option('--note <TEXT>', 'what other operators should know')
  .option('--yes', 'stores the site without asking')
  .action(async (key, { url, kind, host, note, yes = false, ...output }) => {
    await withDatabase(output.data, async (db) => {
      const row = await findSite(db, key)
      if (row === undefined) throw new CommandError(`The agency ${key} has no site.`)
      const [address = '', ...further] = (url ?? row.listingUrls).map(checkListingUrl)
      const known = SITE_KINDS.find((each): each is SiteKind => each === row.kind) ?? null
      const question = {
        url: address,
        // A new address may be of other software.
        kind: kind ?? (url === undefined ? known : null),
        hosts: host ?? row.hosts,
      }
      await propose(db, {
        ...output,
        key,
        question,
        further,
        note: note ?? row.note,
        yes,
        addMissing: async () => {},
      })
    })
  })

/** Makes the command that pauses or resumes a site. */
const switchCommand = (active: boolean) =>
  makeCommand('site')
    .summary(active ? 'reads a paused site again' : 'stops reading a site')
    .description(
      active
        ? 'Reads a paused site again, from the next run on.'
        : 'Stops reading a site. Its news stay. Later versions of the catalogue keep it paused.',
    )
    .usage('AGENCY [--note TEXT]')
    .argument('<AGENCY>', 'agency of the site')
    .option('--note <TEXT>', 'why')
    .action(async (key, { note, ...output }) => {
      await withDatabase(output.data, async (db) => {
        await setSiteActive(db, key, { active, note: note ?? null, changedBy: userInfo().username })
        const text = active ? `The site of ${key} is read again.` : `The site of ${key} is paused.`
        printResult(output.json, { key, active }, [text])
      })
    })

export const pauseSiteCommand = switchCommand(false)
export const resumeSiteCommand = switchCommand(true)
