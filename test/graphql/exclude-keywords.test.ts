import { writeQuery } from '@pauta/syndication/selection/url-grammar'
import { fromRecorte } from '@pauta/syndication/selection/convert-selection'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generate } from '../kit/client/event-stream.ts'
import { ago, anArticle } from '../kit/rows/factories.ts'
import { readJsonFeed } from '../kit/oracles/feed-rules.ts'
import { createClipping, newPerson, publish, type Person } from '../kit/rows/people.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { tables } from '../kit/rows/tables.ts'

const RECORTE = {
  title: 'Dengue sem vacina',
  themes: [] as string[],
  agencies: ['saude'],
  keywords: ['dengue', 'aedes aegypti'],
  excludeKeywords: ['vacina', 'nota pesar'],
}
const WANTED = ['casos_000001', 'mosquito_000002', 'nota_000004']

let stack: TestStack
let author: Person
beforeAll(async () => {
  stack = await shareTestStack({ idleWorkers: ['deliver-email'] })
  author = await newPerson(stack)
  const about = (uniqueId: string, title: string, summary: string | null, hours: number) =>
    anArticle({ uniqueId, agencyKey: 'saude', title, summary, publishedAt: ago({ hours }) })
  await stack.publish([
    about('casos_000001', 'Casos de dengue caem', null, 1),
    about('mosquito_000002', 'Combate ao mosquito', 'Aedes é o alvo; o aegypti transmite.', 2),
    about('vacina_000003', 'Dengue: Vacina chega', null, 3),
    // The excluded words are spread over title and summary.
    about('nota_000004', 'Nota sobre a dengue', 'Nada de pesar.', 4),
    about('luto_000005', 'Nota de pesar: médico da dengue', null, 5),
    anArticle({
      uniqueId: 'fora_000006',
      agencyKey: 'mec',
      title: 'Dengue na escola',
      publishedAt: ago({ hours: 6 }),
    }),
    ...Array.from({ length: 400 }, (_, n) =>
      anArticle({ agencyKey: 'ebc', title: `Boletim ${n}`, publishedAt: ago({ hours: 1 + (n % 150) }) }),
    ),
  ])
})
afterAll(() => stack.stop())

const sorted = (ids: readonly string[]) => [...ids].sort()

describe('words to exclude', () => {
  it('leave articles out of estimates, and alone select nothing', async () => {
    const { excludeKeywords, themes, agencies, keywords } = RECORTE
    const filters = { excludeKeywords, themes, agencies, keywords }
    const { all, some } = await stack.query(
      `query ($themes: [String!]!, $agencies: [String!]!, $keywords: [String!]!, $excludeKeywords: [String!]!) {
        all: estimateRecorteCount(themes: $themes, agencies: $agencies, keywords: $keywords)
        some: estimateRecorteCount(themes: $themes, agencies: $agencies, keywords: $keywords,
          excludeKeywords: $excludeKeywords) }`,
      filters,
    )
    // The count of the most frequent keyword.
    expect({ all, some }).toEqual({ all: 4, some: 2 })
    const recorte = { title: 'Só exclui', excludeKeywords: ['vacina'] }
    expect(
      await author.codes('mutation ($input: ClippingInput!) { createClipping(input: $input) { id } }', {
        input: { name: 'C', schedule: '0 8 * * *', recortes: [recorte] },
      }),
    ).toEqual([])
  })

  it('are stored, published and cloned with a recorte', async () => {
    const clippingId = await createClipping(author, { recortes: [RECORTE] })
    const fields = 'recortes { title themes agencies keywords excludeKeywords }'
    const { clipping } = await author.query(`{ clipping(id: "${clippingId}") { ${fields} } }`)
    expect(clipping.recortes).toEqual([RECORTE])
    const listingId = await publish(author, clippingId)
    const { marketplaceListing } = await stack.query(
      `{ marketplaceListing(id: "${listingId}") { ${fields} } }`,
    )
    expect(marketplaceListing.recortes).toEqual([RECORTE])
    const other = await newPerson(stack)
    const { cloneMarketplaceListing } = await other.query(
      `mutation { cloneMarketplaceListing(listingId: "${listingId}") { ${fields} } }`,
    )
    expect(cloneMarketplaceListing.recortes).toEqual([RECORTE])
    // An older version of the code published this listing.
    const [row] = await stack.db<
      { recortes: object[] }[]
    >`select recortes from listings where id = ${listingId}`
    const recortes = row?.recortes.map((recorte) => ({ ...recorte, excludeKeywords: undefined })) ?? []
    await tables.listings.set(stack.db, { id: listingId }, { recortes })
    const old = await stack.query(`{ marketplaceListing(id: "${listingId}") { ${fields} } }`)
    expect(old.marketplaceListing.recortes).toEqual([{ ...RECORTE, excludeKeywords: [] }])
  })

  it('leave articles out of releases, and the feed of the recorte has the same articles', async () => {
    const clippingId = await createClipping(author, { recortes: [RECORTE] })
    await author.query(`mutation { sendClipping(id: "${clippingId}") }`)
    const releasesOf = async () => {
      const { clipping } = await author.query(`{ clipping(id: "${clippingId}") { releases { id } } }`)
      return clipping.releases as { id: string }[]
    }
    await expect.poll(releasesOf).toHaveLength(1)
    const [release] = await releasesOf()
    const { releaseArticles } = await author.query(`{ releaseArticles(id: "${release?.id}") { uniqueId } }`)
    const ids = releaseArticles.map(({ uniqueId }: { uniqueId: string }) => uniqueId)
    expect(sorted(ids)).toEqual(sorted(WANTED))
    const feed = await (await stack.fetch(`/feeds/articles.json?${writeQuery(fromRecorte(RECORTE))}`)).text()
    const { title, items } = readJsonFeed(feed)
    expect(title).toBe(RECORTE.title)
    expect(items.map(({ id }) => id.replace('urn:pauta:article:', ''))).toEqual(WANTED)
  })

  it('are found by the agent in a request', async () => {
    const token = await stack.stack.token({ sub: 'leitora-exclui', name: 'Leitora' })
    const { events } = await generate(
      `${stack.stack.graphqlUrl}/stream`,
      token,
      'dengue, exceto vacinas e notas de pesar',
    )
    const done = events.at(-1)
    expect(done?.recortes).toMatchObject([
      { keywords: ['dengue'], excludeKeywords: ['vacinas', 'vacina', 'notas pesar'] },
    ])
    expect(events.map(({ message }) => message).join(' ')).toContain('Deixo de fora notícias com “vacinas”')
  })
})

describe('recorteEstimate', () => {
  const estimate = async (recorte: Record<string, unknown>) =>
    (
      await stack.query(
        `query ($recorte: RecorteFiltersInput!) {
          recorteEstimate(recorte: $recorte) { totalEstimate articlesPerDay warning } }`,
        { recorte },
      )
    ).recorteEstimate

  it('returns the articles per day of all keywords together', async () => {
    const { agencies, keywords, excludeKeywords } = RECORTE
    expect(await estimate({ agencies, keywords, excludeKeywords })).toEqual({
      totalEstimate: 2,
      // 3 articles in 7 days.
      articlesPerDay: 0.4,
      warning: null,
    })
    expect(await estimate({})).toMatchObject({ articlesPerDay: 0, warning: null })
  })

  it('warns before somebody saves a recorte of more than 50 articles a day', async () => {
    const { articlesPerDay, warning } = await estimate({ agencies: ['ebc'] })
    expect(articlesPerDay).toBeGreaterThan(50)
    expect(warning).toContain(`cerca de ${Math.round(articlesPerDay)} notícias por dia`)
  })
})
