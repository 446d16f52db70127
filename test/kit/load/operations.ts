import type { Client } from '../client/client.ts'

/** An operation that people, pages and workers send all day. */
export interface LoadOperation {
  name: string
  caller: 'anonymous' | 'user' | 'service'
  /** The frequency of the operation, relative to the others. */
  weight: number
  query: string
  variables?: (turn: number) => Record<string, unknown>
}

/** Ids for the arguments of operations. Every person has one of the clippings. */
export interface Furniture {
  articleIds: string[]
  listingIds: string[]
  clippingIds: string[]
}

const WORDS = ['saúde', 'educação', 'governo federal', 'vacina', 'obra', 'programa', 'ministro', 'edital']
const at = <T>(values: readonly T[], turn: number): T => {
  const value = values[turn % values.length]
  if (value === undefined) throw new Error('There is nothing to choose from')
  return value
}
const clippingInput = (turn: number) => ({
  name: `Clipping ${turn % 7}`,
  schedule: '0 8 * * *',
  recortes: [{ title: 'Saúde', keywords: [at(WORDS, turn)] }],
})
const ARTICLE = 'uniqueId title agencyName publishedAt summary tags theme1Level1Label'

/**
 * Returns the mix. Operations that write change the same rows again and again, so that the stores keep their size.
 */
export function listOperations({ articleIds, listingIds }: Furniture): LoadOperation[] {
  const article = (turn: number) => ({ id: at(articleIds, turn) })
  const listing = (turn: number) => ({ id: at(listingIds, turn) })
  const search = (turn: number) => ({ query: at(WORDS, turn), page: 1 + (turn % 3) })
  return [
    {
      name: 'articles',
      caller: 'anonymous',
      weight: 6,
      query: `query ($page: Int!) { articles(page: $page, limit: 10) { found articles { ${ARTICLE} } } }`,
      variables: (turn) => ({ page: 1 + (turn % 5) }),
    },
    {
      name: 'article',
      caller: 'anonymous',
      weight: 4,
      query: `query ($id: String!) { article(uniqueId: $id) { ${ARTICLE} content features { wordCount entities { text } } } }`,
      variables: article,
    },
    {
      name: 'search',
      caller: 'anonymous',
      weight: 4,
      query: `query ($query: String!, $page: Int!) { search(query: $query, page: $page) { found articles { ${ARTICLE} } } }`,
      variables: search,
    },
    {
      name: 'semantic search',
      caller: 'anonymous',
      weight: 1,
      query: `query ($query: String!) { search(query: $query, semantic: true) { articles { ${ARTICLE} } } }`,
      variables: (turn) => ({ query: at(WORDS, turn) }),
    },
    {
      name: 'front page',
      caller: 'anonymous',
      weight: 2,
      query: `{ themes { code label } agencies { code label } popularTags { label count }
        analyticsKpis(range: { days: 30 }) { total dailyAverage } topThemes(range: { days: 30 }) { label count }
        articlesTimeline(range: { days: 30 }) { date count } trendingThemes { themeLabel topArticles { title } } }`,
    },
    {
      name: 'related',
      caller: 'anonymous',
      weight: 2,
      query: `query ($id: String!) { relatedArticles(uniqueId: $id) { ${ARTICLE} } entitySearch(query: "saude") { entityId }
        policies { entityId } entitySuggestions(query: "m") { value count } }`,
      variables: article,
    },
    {
      name: 'marketplace',
      caller: 'user',
      weight: 2,
      query: '{ marketplaceListings { total listings { id name likeCount hasLiked releases { id } } } }',
    },
    {
      name: 'own clippings',
      caller: 'user',
      weight: 3,
      query:
        '{ clippings { id name nextRunAt isAuthor mySubscription { id } } pushPreferences { agencies } }',
    },
    {
      name: 'estimate',
      caller: 'user',
      weight: 2,
      query: `query ($word: String!) { estimateRecorteCount(themes: [], agencies: [], keywords: [$word], sinceHours: 720) }`,
      variables: (turn) => ({ word: at(WORDS, turn) }),
    },
    {
      name: 'like',
      caller: 'user',
      weight: 1,
      query: 'mutation ($id: String!) { likeMarketplaceListing(listingId: $id) }',
      variables: listing,
    },
    {
      name: 'preferences',
      caller: 'user',
      weight: 1,
      query: 'mutation ($word: String!) { updatePushPreferences(preferences: { agencies: [$word] }) }',
      variables: (turn) => ({ word: at(WORDS, turn) }),
    },
    {
      name: 'features',
      caller: 'service',
      weight: 1,
      query:
        'mutation ($id: String!, $features: JSON!) { upsertFeatures(uniqueId: $id, features: $features) }',
      variables: (turn) => ({ ...article(turn % 20), features: { view_count: turn } }),
    },
    {
      name: 'records',
      caller: 'service',
      weight: 1,
      query: `query ($ids: [String!]!) { newsBatch(uniqueIds: $ids) { uniqueId title features } integrityBatch { uniqueId } }`,
      variables: (turn) => ({ ids: Array.from({ length: 20 }, (_, i) => at(articleIds, turn + i)) }),
    },
  ]
}

/** Returns the operation by which the author edits a clipping. Others may not send it. */
export function editOperation(clippingId: string): LoadOperation {
  return {
    name: 'edit',
    caller: 'user',
    weight: 1,
    query:
      'mutation ($id: String!, $input: ClippingInput!) { updateClipping(id: $id, input: $input) { nextRunAt } }',
    variables: (turn) => ({ id: clippingId, input: clippingInput(turn) }),
  }
}

/** Creates a clipping for every person, publishes the first five and reads ids of articles. */
export async function furnish(people: readonly Client[]): Promise<Furniture> {
  const clippingIds = await Promise.all(
    people.map(async (person) => {
      const made = await person.query(
        'mutation ($input: ClippingInput!) { createClipping(input: $input) { id } }',
        { input: clippingInput(0) },
      )
      return String(made.createClipping.id)
    }),
  )
  const listingIds: string[] = []
  for (const [i, person] of people.slice(0, 5).entries()) {
    const published = await person.query(
      'mutation ($id: String!) { publishToMarketplace(clippingId: $id, input: { name: "" }) { id } }',
      { id: clippingIds[i] },
    )
    listingIds.push(published.publishToMarketplace.id)
  }
  const found = await people[0]?.query<{ articles: { articles: { uniqueId: string }[] } }>(
    '{ articles(limit: 250) { articles { uniqueId } } }',
  )
  return {
    clippingIds,
    listingIds,
    articleIds: (found?.articles.articles ?? []).map(({ uniqueId }) => uniqueId),
  }
}
