import { loadConfig } from '@pauta/platform/config/config'
import { upsertArticles, UPSERT_MAX_ARTICLES } from '@pauta/core/ingest/writes'
import { generateArticles } from '@pauta/sample-data/articles/generate-articles'
import { toIncomingSeed } from '@pauta/sample-data/load'
import { loadSamplePeople } from '@pauta/sample-data/people/load-people'
import { SAMPLE_CLIPPINGS } from '@pauta/sample-data/people/sample-clippings'
import { describePerson } from '@pauta/sample-data/people/sample-users'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeClient, type Client } from '../kit/client/client.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

let stack: TestStack
const now = new Date()

const load = () =>
  loadSamplePeople({
    db: stack.db,
    index: stack.index,
    issuer: loadConfig('userIdentity').userIdentity.issuer,
    describePerson,
    now,
  })
const logIn = async (name: string): Promise<Client> =>
  makeClient(stack.stack.graphqlUrl, await stack.stack.token({ sub: name, ...describePerson(name) }))

beforeAll(async () => {
  stack = await shareTestStack()
  const articles = [...generateArticles({ seed: 1, now, count: 600, days: 60 })]
  const incoming = articles.map((article) => toIncomingSeed(article, now))
  // As the sample is loaded: these articles arrived when they were extracted.
  for (let start = 0; start < incoming.length; start += UPSERT_MAX_ARTICLES)
    await upsertArticles(stack.db, incoming.slice(start, start + UPSERT_MAX_ARTICLES), { arePast: true })
  await stack.publish([])
  await load()
})
afterAll(() => stack.stop())

const MARKET = `{ marketplaceListings { total listings {
  id name authorDisplayName likeCount followerCount cloneCount
  releases(limit: 100) { id refTime sinceHours articlesCount digestHtml digestPreview releaseUrl } } } }`

interface Item {
  url: string
  story: { id: string } | null
  content: string
}

describe('the sample people', () => {
  it('have the published, liked, followed and cloned clippings of the sample', async () => {
    const { marketplaceListings } = await stack.query(MARKET)
    const published = SAMPLE_CLIPPINGS.flatMap(({ input, listing }) => (listing ? [{ input, listing }] : []))
    const shown = marketplaceListings.listings.map(
      ({ name, likeCount, followerCount, cloneCount }: Record<string, unknown>) => ({
        name,
        likeCount,
        followerCount,
        cloneCount,
      }),
    )
    expect(shown).toEqual(
      published
        .toSorted((a, b) => a.listing.ageDays - b.listing.ageDays)
        .map(({ input, listing }) => ({
          name: listing.name || input.name,
          likeCount: listing.likedBy.length,
          followerCount: listing.followedBy.length,
          cloneCount: listing.clonedBy.length,
        })),
    )
    expect(marketplaceListings.listings[0].authorDisplayName).toBe('Gil Convidado')
  })

  it('offer a listing for every day', async () => {
    const { marketplaceListings } = await stack.query(
      '{ marketplaceListings { listings { name schedule } } }',
    )
    const daily = marketplaceListings.listings.filter(({ schedule }: { schedule: string }) =>
      /^\d+ \d+ \* \* \*$/.test(schedule),
    )
    expect(daily).toEqual([{ name: 'Economia e emprego todo dia', schedule: '0 7 * * *' }])
  })

  it('see their clippings when they log in, with the next run unless they are paused', async () => {
    const author = await logIn('author')
    const { clippings } = await author.query('{ clippings { name isAuthor active nextRunAt createdAt } }')
    const own = clippings.filter((clipping: { isAuthor: boolean }) => clipping.isAuthor)
    expect(own.map(({ name, active }: Record<string, unknown>) => [name, active])).toEqual([
      ['Contas públicas', false],
      ['Clima e florestas', true],
      ['Saúde pública em dia', true],
    ])
    for (const { active, nextRunAt } of own)
      expect(active ? Date.parse(nextRunAt) > now.getTime() : nextRunAt === null).toBe(true)
    const reader = await logIn('reader')
    expect(await reader.query('{ myFollowedListings { name } pushPreferences { agencies } }')).toEqual({
      myFollowedListings: [{ name: 'Clima e florestas do Brasil' }, { name: 'Saúde pública em dia' }],
      pushPreferences: { agencies: ['saude', 'mec'] },
    })
  })

  it('have releases whose articles are in their windows and in their digests', async () => {
    const { marketplaceListings } = await stack.query(MARKET)
    const releases = marketplaceListings.listings.flatMap(
      (listing: { releases: unknown[] }) => listing.releases,
    )
    expect(releases.length).toBeGreaterThan(8)
    for (const release of releases) {
      const { releaseArticles } = await stack.query(
        'query ($id: String!) { releaseArticles(id: $id) { url extractedAt content story { id } } }',
        { id: release.id },
      )
      expect(releaseArticles).toHaveLength(release.articlesCount)
      expect(release.releaseUrl).toBe(`${stack.stack.frontUrl}/edicoes/${release.id}`)
      expect(release.digestPreview.length).toBeLessThanOrEqual(150)
      const to = Date.parse(release.refTime)
      for (const { extractedAt } of releaseArticles) {
        expect(Date.parse(extractedAt)).toBeLessThan(to)
        expect(Date.parse(extractedAt)).toBeGreaterThanOrEqual(to - release.sinceHours * 3_600_000)
      }
      // A digest shows a story once, and a text once, which may have no story yet.
      const keysOf = ({ url, story, content }: Item) => [url, story?.id ?? url, content]
      const shown = releaseArticles.filter(({ url }: Item) => release.digestHtml.includes(`"${url}"`))
      const shownKeys = new Set(shown.flatMap(keysOf))
      const isTold = (item: Item) => keysOf(item).some((key) => shownKeys.has(key))
      expect(releaseArticles.filter((item: Item) => !isTold(item))).toEqual([])
      expect(shown.length > 0).toBe(releaseArticles.length > 0)
    }
  })

  it('do not change when an interrupted load is finished', async () => {
    const count = async () => {
      const [row] = await stack.db`
        select (select count(*)::int from users) as users, (select count(*)::int from clippings) as clippings,
          (select count(*)::int from subscriptions) as subscriptions, (select count(*)::int from releases) as releases,
          (select count(*)::int from listing_likes) as likes`
      return { ...row, ...(await stack.query(MARKET)) }
    }
    const before = await count()
    expect(before).toMatchObject({ users: 3, clippings: 7 })
    await load()
    expect(await count()).toEqual(before)
  })
})
