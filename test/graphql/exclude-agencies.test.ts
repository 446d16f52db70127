import { writeQuery } from '@pauta/syndication/selection/url-grammar'
import { fromRecorte } from '@pauta/syndication/selection/convert-selection'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generate } from '../kit/client/event-stream.ts'
import { readJsonFeed } from '../kit/oracles/feed-rules.ts'
import { ago, anArticle } from '../kit/rows/factories.ts'
import { createClipping, newPerson, publish, type Person } from '../kit/rows/people.ts'
import { tables } from '../kit/rows/tables.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

const RECORTE = {
  title: 'Vacinação em outros órgãos',
  themes: [] as string[],
  agencies: [] as string[],
  excludeAgencies: ['saude', 'fiocruz'],
  keywords: ['vacinação'],
}
const WANTED = ['escola_000002', 'aldeia_000003']

let stack: TestStack
let author: Person
beforeAll(async () => {
  stack = await shareTestStack({ idleWorkers: ['deliver-email'] })
  author = await newPerson(stack)
  const about = (uniqueId: string, agencyKey: string, title: string, hours: number) =>
    anArticle({ uniqueId, agencyKey, title, publishedAt: ago({ hours }) })
  await stack.publish([
    about('posto_000001', 'saude', 'Vacinação nos postos', 1),
    about('escola_000002', 'mec', 'Vacinação nas escolas', 2),
    about('aldeia_000003', 'funai', 'Vacinação nas aldeias', 3),
    about('laboratorio_000004', 'fiocruz', 'Vacinação em estudo', 4),
    about('merenda_000005', 'mec', 'Merenda nas escolas', 5),
  ])
})
afterAll(() => stack.stop())

describe('agencies to exclude', () => {
  it.each([
    [{ keywords: ['vacinação'] }, 4],
    [{ keywords: ['vacinação'], excludeAgencies: [] }, 4],
    [{ keywords: ['vacinação'], excludeAgencies: ['SAÚDE'] }, 3],
    [{ keywords: ['vacinação'], excludeAgencies: ['saude', 'fiocruz'] }, 2],
    [{ agencies: ['mec', 'saude'], excludeAgencies: ['saude'] }, 2],
    [{ agencies: ['mec'], excludeAgencies: ['mec'] }, 0],
    // A recorte that only excludes an agency brings nothing a day, as one that only excludes words.
    [{ excludeAgencies: ['saude'] }, 0],
  ])('leave articles out of the estimate of %j', async (recorte, count) => {
    const { recorteEstimate } = await stack.query(
      'query ($recorte: RecorteFiltersInput!) { recorteEstimate(recorte: $recorte) { articlesPerDay } }',
      { recorte },
    )
    expect(recorteEstimate.articlesPerDay).toBe(Math.round((count / 7) * 10) / 10)
  })

  it('are stored, changed, published and cloned with a recorte', async () => {
    const clippingId = await createClipping(author, { recortes: [RECORTE] })
    const fields = 'recortes { title themes agencies excludeAgencies keywords }'
    const read = async () => (await author.query(`{ clipping(id: "${clippingId}") { ${fields} } }`)).clipping
    expect(await read()).toEqual({ recortes: [RECORTE] })
    const listingId = await publish(author, clippingId)
    const listing = `{ marketplaceListing(id: "${listingId}") { ${fields} } }`
    expect((await stack.query(listing)).marketplaceListing.recortes).toEqual([RECORTE])
    const other = await newPerson(stack)
    const { cloneMarketplaceListing } = await other.query(
      `mutation { cloneMarketplaceListing(listingId: "${listingId}") { ${fields} } }`,
    )
    expect(cloneMarketplaceListing.recortes).toEqual([RECORTE])
    // A client that knows no agencies to exclude saves the recorte without them.
    const { excludeAgencies: _, ...known } = RECORTE
    await author.query(
      'mutation ($id: String!, $input: ClippingInput!) { updateClipping(id: $id, input: $input) { id } }',
      { id: clippingId, input: { name: 'C', schedule: '0 8 * * *', recortes: [known] } },
    )
    expect(await read()).toEqual({ recortes: [{ ...RECORTE, excludeAgencies: [] }] })
    // An older version of the code published this listing.
    await tables.listings.set(stack.db, { id: listingId }, { recortes: [{ id: 'r', ...known }] })
    expect((await stack.query(listing)).marketplaceListing.recortes).toEqual([
      { ...RECORTE, excludeAgencies: [] },
    ])
  })

  it('leave articles out of previews and releases, and the feed of the recorte has the same articles', async () => {
    const input = { name: 'C', schedule: '0 8 * * *', recortes: [RECORTE] }
    const { clippingMailPreview } = await author.query(
      'query ($input: ClippingInput!) { clippingMailPreview(input: $input) { text } }',
      { input },
    )
    expect(clippingMailPreview.text).toContain('Vacinação nas aldeias')
    expect(clippingMailPreview.text).not.toContain('Vacinação nos postos')
    const clippingId = await createClipping(author, input)
    await author.query(`mutation { sendClipping(id: "${clippingId}") }`)
    const releasesOf = async () => {
      const { clipping } = await author.query(`{ clipping(id: "${clippingId}") { releases { id } } }`)
      return clipping.releases as { id: string }[]
    }
    await expect.poll(releasesOf).toHaveLength(1)
    const [release] = await releasesOf()
    const { made, releaseArticles } = await author.query(
      `{ made: release(id: "${release?.id}") { recortes { excludeAgencies } }
        releaseArticles(id: "${release?.id}") { uniqueId } }`,
    )
    expect(made.recortes).toEqual([{ excludeAgencies: RECORTE.excludeAgencies }])
    expect(releaseArticles.map(({ uniqueId }: { uniqueId: string }) => uniqueId)).toEqual(WANTED)
    const feed = await stack.fetch(`/feeds/articles.json?${writeQuery(fromRecorte(RECORTE))}`)
    const { title, items } = readJsonFeed(await feed.text())
    expect(title).toBe(RECORTE.title)
    expect(items.map(({ id }) => id.replace('urn:pauta:article:', ''))).toEqual(WANTED)
  })

  it('are found by the agent in a request', async () => {
    const token = await stack.stack.token({ sub: 'leitora-sem-orgao', name: 'Leitora' })
    const { events } = await generate(
      `${stack.stack.graphqlUrl}/stream`,
      token,
      'vacinação, menos o Ministério da Saúde e estudos',
    )
    expect(events.at(-1)?.recortes).toMatchObject([
      {
        keywords: ['vacinação'],
        agencies: [],
        excludeAgencies: ['saude'],
        excludeKeywords: ['estudos', 'estudo'],
      },
    ])
    const told = events.map(({ message }) => message).join('\n')
    expect(told).toContain('Deixo de fora notícias do órgão Ministério da Saúde.')
    expect(told).toContain('Deixo de fora notícias com “estudos” no título ou no resumo.')
  })

  it('are at most 200', async () => {
    const many = (count: number) => ({ excludeAgencies: Array.from({ length: count }, (_, n) => `o${n}`) })
    const document =
      'query ($recorte: RecorteFiltersInput!) { recorteEstimate(recorte: $recorte) { totalEstimate } }'
    expect(await stack.codes(document, { recorte: many(200) })).toEqual([])
    expect(await stack.codes(document, { recorte: many(201) })).toEqual(['LIMIT_EXCEEDED'])
  })
})
