import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anArticle } from '../kit/rows/factories.ts'
import { createClipping, newPerson, publish, type Person } from '../kit/rows/people.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { tables } from '../kit/rows/tables.ts'

let stack: TestStack
let author: Person
let reader: Person
let stranger: Person

beforeAll(async () => {
  stack = await shareTestStack({ idleWorkers: ['release'] })
  ;[author, reader, stranger] = await Promise.all([newPerson(stack), newPerson(stack), newPerson(stack)])
})
afterAll(() => stack.stop())

const REF_TIME = '2026-06-10T11:00:00.000Z'
let serial = 0

interface StoredRelease {
  refTime?: string
  articleIds?: string[] | null
  sinceHours?: number | null
  digestHtml?: string
  madeAt?: string
}

/** Writes a release as its worker would, by default made now. */
async function addRelease(clippingId: string, release: StoredRelease = {}): Promise<string> {
  const { refTime = REF_TIME, articleIds = null, sinceHours = 24, digestHtml = '<p>Oi</p>' } = release
  const id = `release-${serial++}`
  await tables.releases.add(stack.db, {
    id,
    clippingId,
    clippingName: 'Saúde pela manhã',
    digestHtml,
    digestPreview: 'Oi',
    articleIds,
    articlesCount: articleIds?.length ?? 0,
    refTime,
    sinceHours,
    ...(release.madeAt !== undefined && { madeAt: release.madeAt }),
  })
  return id
}

const subscribe = (person: Person, clippingId: string) =>
  person.query(
    `mutation ($id: String!) { subscribeToClipping(input: { clippingId: $id, deliveryChannels: {} }) { id } }`,
    { id: clippingId },
  )
const unpublish = (listingId: string) =>
  author.query(`mutation { unpublishFromMarketplace(listingId: "${listingId}") }`)

const RELEASE = `query ($id: String!) { release(id: $id) { id clippingId clippingName digestHtml articlesCount createdAt
  releaseUrl refTime sinceHours digestPreview recortes { id title themes agencies keywords } marketplaceListingId } }`
const ARTICLES = 'query ($id: String!) { releaseArticles(id: $id) { uniqueId title } }'
const PAGE = `query ($id: String!, $limit: Int! = 20, $before: DateTime) {
  clipping(id: $id) { releases(limit: $limit, before: $before) { id createdAt refTime } } }`

describe('release', () => {
  it('returns every field of one release', async () => {
    const clippingId = await createClipping(author)
    const listingId = await publish(author, clippingId)
    const id = await addRelease(clippingId, { madeAt: '2100-06-10T14:18:43.120Z' })
    const { clipping } = await author.query(
      `{ clipping(id: "${clippingId}") { recortes { id title themes agencies keywords } } }`,
    )
    expect((await author.query(RELEASE, { id })).release).toEqual({
      id,
      clippingId,
      clippingName: 'Saúde pela manhã',
      digestHtml: '<p>Oi</p>',
      articlesCount: 0,
      createdAt: '2100-06-10T14:18:43.120+00:00',
      refTime: '2026-06-10T11:00:00+00:00',
      sinceHours: 24,
      releaseUrl: `${stack.stack.frontUrl}/edicoes/${id}`,
      digestPreview: 'Oi',
      recortes: clipping.recortes,
      marketplaceListingId: listingId,
    })
  })

  it('and its articles are visible to author and subscribers, and to everyone while listed', async () => {
    await stack.publish([anArticle({ uniqueId: 'vista_000001' })])
    const clippingId = await createClipping(author)
    const before = await addRelease(clippingId, {
      articleIds: ['vista_000001'],
      refTime: '2026-06-09T11:00:00Z',
    })
    let id = before
    const seenBy = async (client: Pick<Person, 'query'>) => {
      const { release } = await client.query(RELEASE, { id })
      const { releaseArticles } = await client.query(ARTICLES, { id })
      return [release !== null, releaseArticles.length]
    }
    const [seen, hidden] = [
      [true, 1],
      [false, 0],
    ]
    expect(await Promise.all([author, reader, stranger, stack].map(seenBy))).toEqual([
      seen,
      hidden,
      hidden,
      hidden,
    ])
    const listingId = await publish(author, clippingId)
    await subscribe(reader, clippingId)
    expect(await Promise.all([author, reader, stranger, stack].map(seenBy))).toEqual([
      seen,
      hidden,
      hidden,
      hidden,
    ])
    id = await addRelease(clippingId, { articleIds: ['vista_000001'] })
    expect(await Promise.all([author, reader, stranger, stack].map(seenBy))).toEqual([seen, seen, seen, seen])
    await unpublish(listingId)
    expect(await Promise.all([author, reader, stranger, stack].map(seenBy))).toEqual([
      seen,
      seen,
      hidden,
      hidden,
    ])
    await reader.query(`mutation { unsubscribeFromClipping(clippingId: "${clippingId}") }`)
    expect(await seenBy(reader)).toEqual(hidden)
    expect((await stack.query(RELEASE, { id: 'nenhum' })).release).toBeNull()
    expect((await stack.query(ARTICLES, { id: 'nenhum' })).releaseArticles).toEqual([])
  })
})

describe('releaseArticles', () => {
  it('are the stored articles that still exist, newest first, in any number', async () => {
    const articles = Array.from({ length: 300 }, (_, i) =>
      anArticle({
        uniqueId: `guardada_${String(i).padStart(6, '0')}`,
        publishedAt: new Date(Date.parse('2026-06-01T00:00:00Z') + i * 60_000).toISOString(),
      }),
    )
    await stack.publish(articles)
    const ids = articles.map(({ uniqueId }) => String(uniqueId))
    const clippingId = await createClipping(author)
    const id = await addRelease(clippingId, { articleIds: ['apagada_000000', ...ids] })
    const { releaseArticles } = await author.query(ARTICLES, { id })
    expect(releaseArticles.map(({ uniqueId }: { uniqueId: string }) => uniqueId)).toEqual(ids.toReversed())
    const empty = await addRelease(clippingId, { articleIds: [], refTime: '2026-06-11T11:00:00Z' })
    expect((await author.query(ARTICLES, { id: empty })).releaseArticles).toEqual([])
  })

  it('of an imported release are the captures of its recortes up to its time, both ends included', async () => {
    const at = (uniqueId: string, publishedAt: string, changes: Record<string, unknown> = {}) =>
      anArticle({ uniqueId, publishedAt, agencyKey: 'janela', title: 'Nada', ...changes })
    await stack.publish([
      at('cedo_000000', '2026-06-09T10:59:59Z'),
      at('inicio_000000', '2026-06-09T11:00:00Z'),
      at('fim_000000', '2026-06-10T11:00:00Z', { title: 'Zika no verão' }),
      at('tarde_000000', '2026-06-10T11:00:01Z'),
      at('outro_000000', '2026-06-10T10:00:00Z', { agencyKey: 'mec', title: 'Casos de zika' }),
      at('longe_000000', '2026-06-07T11:00:00Z'),
    ])
    const clippingId = await createClipping(author, {
      recortes: [
        { title: 'Órgão', agencies: ['janela'] },
        { title: 'Palavra', keywords: ['zika'] },
      ],
    })
    const articlesOf = async (release: StoredRelease) => {
      const id = await addRelease(clippingId, release)
      const { releaseArticles } = await author.query(ARTICLES, { id })
      return releaseArticles.map(({ uniqueId }: { uniqueId: string }) => uniqueId)
    }
    expect(await articlesOf({})).toEqual(['fim_000000', 'outro_000000', 'inicio_000000'])
    expect(await articlesOf({ sinceHours: null, refTime: '2026-06-10T11:00:01Z' })).toEqual([
      'tarde_000000',
      'fim_000000',
      'outro_000000',
    ])
    expect(await articlesOf({ sinceHours: 72, refTime: '2026-06-10T10:59:59.500Z' })).toEqual([
      'outro_000000',
      'inicio_000000',
      'cedo_000000',
      'longe_000000',
    ])
  })
})

describe('Clipping.releases', () => {
  it('have 25 releases in pages without a gap or a repeat, by createdAt', async () => {
    const clippingId = await createClipping(author)
    const ids: string[] = []
    for (let i = 0; i < 25; i++) {
      const refTime = new Date(Date.parse(REF_TIME) + i * 1234).toISOString()
      // Made at other times than the ends of their windows, as after a late run.
      const madeAt = new Date(Date.parse('2026-07-01T00:00:00Z') + i * 777).toISOString()
      ids.unshift(await addRelease(clippingId, { refTime, madeAt }))
    }
    const walk = async (limit: number) => {
      const seen: string[] = []
      let before: string | null = null
      for (;;) {
        // The portal requests one release more than a page, to learn whether another page follows.
        const answer: { clipping: { releases: Record<string, string>[] } } = await author.query(PAGE, {
          id: clippingId,
          limit: limit + 1,
          before,
        })
        const { releases } = answer.clipping
        const page = releases.slice(0, limit)
        seen.push(...page.map((release) => String(release['id'])))
        if (releases.length <= limit) return seen
        before = page.at(-1)?.['createdAt'] ?? null
      }
    }
    for (const limit of [1, 7, 24, 25, 99]) {
      expect(await walk(limit)).toEqual(ids)
    }
    const first = (await author.query(PAGE, { id: clippingId })).clipping.releases
    expect(first.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 20))
  })

  it('have a preview and a digest, but not the fields of a single release', async () => {
    const clippingId = await createClipping(author)
    await publish(author, clippingId)
    await addRelease(clippingId)
    const { clipping } = await author.query(
      `{ clipping(id: "${clippingId}") { releases { digestPreview digestHtml marketplaceListingId recortes { id } } } }`,
    )
    expect(clipping.releases).toEqual([
      { digestPreview: 'Oi', digestHtml: '<p>Oi</p>', marketplaceListingId: null, recortes: [] },
    ])
  })

  it('are empty for people without a subscription to a listed clipping', async () => {
    const clippingId = await createClipping(author)
    await publish(author, clippingId)
    await addRelease(clippingId)
    const seenBy = async (person: Person) =>
      (await person.query(PAGE, { id: clippingId })).clipping.releases.length as number
    expect(await Promise.all([author, reader, stranger].map(seenBy))).toEqual([1, 0, 0])
    await subscribe(reader, clippingId)
    expect(await seenBy(reader)).toBe(1)
  })

  it('refuse a limit below one and an invalid cursor, and reduce a high limit', async () => {
    const clippingId = await createClipping(author)
    const ask = async (variables: Record<string, unknown>) => {
      const { errors } = await author.ask(PAGE, { id: clippingId, ...variables })
      return errors.map(({ extensions }) => [extensions['code'], extensions['argument']])
    }
    expect(await ask({ limit: 0 })).toEqual([['BAD_USER_INPUT', 'limit']])
    expect(await ask({ before: 'ontem' })).toEqual([['BAD_USER_INPUT', 'before']])
    await tables.releases.add(
      stack.db,
      Array.from({ length: 101 }, (_, n) => {
        const at = new Date(Date.parse('2026-01-01T00:00:00Z') + (n + 1) * 3_600_000)
        return { id: `cem-${n + 1}`, clippingId, digestHtml: '', refTime: at, madeAt: at }
      }),
    )
    const releases = (await author.query(PAGE, { id: clippingId, limit: 1000 })).clipping.releases
    expect(releases).toHaveLength(100)
  })

  it('may be requested a hundred at a time, of every clipping and with every field', async () => {
    const person = await newPerson(stack)
    await addRelease(await createClipping(person))
    const { clippings } = await person.query(`{ clippings {
      id name description prompt schedule scheduleTime nextRunAt startDate endDate extraEmails includeHistory active
      createdAt updatedAt authorUserId publishedToMarketplace marketplaceListingId isAuthor
      recortes { id title themes agencies keywords } deliveryChannels { email telegram push webhook }
      mySubscription { id clippingId userId role deliveryChannels { email } extraEmails webhookUrl active subscribedAt }
      releases(limit: 100) { id clippingId clippingName digestHtml articlesCount createdAt releaseUrl refTime sinceHours
        digestPreview recortes { id title themes agencies keywords } marketplaceListingId } } }`)
    expect(clippings[0].releases).toHaveLength(1)
  })

  it('return an error when their digests do not fit into an answer', async () => {
    const clippingId = await createClipping(author)
    for (let hour = 1; hour <= 6; hour++)
      await addRelease(clippingId, {
        refTime: `2026-06-01T0${hour}:00:00Z`,
        digestHtml: `<p>${'x'.repeat(999_000)}`,
      })
    const digests = (limit: number) =>
      author.ask(`{ clipping(id: "${clippingId}") { releases(limit: ${limit}) { digestHtml } } }`)
    expect((await digests(6)).errors[0]?.extensions).toEqual({ code: 'LIMIT_EXCEEDED', argument: 'releases' })
    expect((await digests(5)).data.clipping.releases).toHaveLength(5)
  })
})
