import { describePerson, listSampleNames } from '@pauta/sample-data/people/sample-users'
import type { Browser } from 'playwright-core'
import { paths } from '../../../packages/observatory/src/paths.ts'
import { startTestStack, type TestStack } from '../stack/stack.ts'
import { makeClient } from './client.ts'
import { loadSmallSample, openTestSite, publishEdits, visitSite, type Visit } from './observatory.ts'

const HOUR_MS = 3_600_000

type Paths = typeof paths
export type PageName = keyof Paths
/** Pages of one thing each: the function makes a path from an identifier. */
type MakesPath = { [Name in PageName]: Paths[Name] extends string ? never : Name }[PageName]
type Visitor = 'reader' | 'operator'

export const PAGE_NAMES = Object.keys(paths) as PageName[]

/** The article that was edited. */
export const EDITED = 'editada_000001'

/** Pages that show more to who is logged in. */
export const VISITORS: { [Name in PageName]?: Visitor } = {
  newClipping: 'reader',
  duplicateClipping: 'reader',
  editClipping: 'reader',
  myClippings: 'reader',
  listing: 'reader',
  search: 'reader',
  operations: 'operator',
}

/** Every page of a site with a sample. */
export interface SitePages {
  stack: TestStack
  /** An identifier for each page of one thing. A page that is added to the site does not compile without one. */
  identifiers: Record<MakesPath, string>
  pathOf: (name: PageName) => string
  /** Opens a page of the browser for the author of the clipping in `identifiers`, an operator or nobody. */
  visitAs: (browser: Browser, visitor: Visitor | undefined) => Promise<Visit>
}

/** Returns a script that logs somebody in. */
const keep = (storage: string, key: string, session: object) =>
  `${storage}.setItem(${JSON.stringify(key)}, ${JSON.stringify(JSON.stringify(session))})`

/** Starts a stack with a sample and an edited article. The caller stops it. */
export async function startSitePages(): Promise<SitePages> {
  const stack = await startTestStack({ site: await openTestSite() })
  await loadSmallSample(stack, { count: 300, days: 40, now: new Date() })
  await publishEdits(stack, EDITED)
  const { trendingEntities, articles, marketplaceListings } = await stack.query(`{
    trendingEntities(limit: 1) { entityId }
    articles(limit: 50) { articles { uniqueId agency mostSpecificThemeCode } }
    marketplaceListings { listings { id } }
  }`)
  const [author = ''] = listSampleNames()
  const token = await stack.stack.token({ sub: author, ...describePerson(author) })
  const { clippings } = await makeClient(stack.stack.graphqlUrl, token).query('{ clippings { id isAuthor } }')
  const own = clippings.find(({ isAuthor }: { isAuthor: boolean }) => isAuthor)
  // Some articles of the sample have no theme.
  const article = articles.articles.find(
    (one: { mostSpecificThemeCode: string | null }) => one.mostSpecificThemeCode,
  )
  const identifiers: Record<MakesPath, string> = {
    article: article.uniqueId,
    version: EDITED,
    difference: EDITED,
    agency: article.agency,
    theme: article.mostSpecificThemeCode.split('.')[0],
    entity: trendingEntities[0].entityId,
    listing: marketplaceListings.listings[0].id,
    editClipping: own.id,
    duplicateClipping: own.id,
  }
  const expiresAt = Date.now() + HOUR_MS
  const sessions = {
    reader: keep('localStorage', 'pauta.session', { token, name: author, expiresAt }),
    operator: keep('sessionStorage', 'pauta.operator', {
      token: await stack.stack.serviceToken(),
      expiresAt,
    }),
  }
  const isMaker = (name: PageName): name is MakesPath => typeof paths[name] !== 'string'
  return {
    stack,
    identifiers,
    pathOf: (name) => (isMaker(name) ? paths[name](identifiers[name]) : paths[name]),
    async visitAs(browser, visitor) {
      const visit = await visitSite(browser, stack, { bypassCSP: true })
      if (visitor !== undefined) await visit.page.addInitScript(sessions[visitor])
      return visit
    },
  }
}
