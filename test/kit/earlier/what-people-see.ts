import type { Client } from '../client/client.ts'

/** The people of the folders of earlier versions: an author, a subscriber and a follower. */
export const PEOPLE = ['autora', 'leitora', 'seguidora'] as const
export type PersonName = (typeof PEOPLE)[number]

/** The articles of these folders. */
export const ARTICLE_IDS = Array.from(
  { length: 6 },
  (_, number) => `vacinacao-etapa-${number + 1}_00000${number}`,
)

const CLIPPINGS = `{ clippings { id name description prompt schedule startDate endDate extraEmails includeHistory active
  isAuthor authorUserId publishedToMarketplace marketplaceListingId
  recortes { id title themes agencies keywords } deliveryChannels { email telegram push webhook }
  mySubscription { id userId role active extraEmails webhookUrl webhookSecret
    deliveryChannels { email telegram push webhook } }
  releases { id articlesCount refTime sinceHours } } }`
const LISTINGS = `{ marketplaceListings { listings { id name description active likeCount followerCount cloneCount
  hasLiked hasFollowed recortes { id title } } } }`
const ARTICLES = `query ($id: String!) { article(uniqueId: $id) { uniqueId title url publishedAt agency tags content
  features { viewCount uniqueSessions } } }`

interface Clipping {
  id: string
  releases: { id: string }[]
  isAuthor: boolean
  mySubscription: unknown
}

/** What one person sees of their own. */
interface PersonView {
  clippings: Clipping[]
  /** Releases of these clippings, with the ids of their articles. */
  releases: { id: string; articles: string[] }[]
  listings: unknown[]
}

/** What the people of an earlier version's folder see. */
export type SeenByPeople = Record<PersonName, PersonView> & { articles: unknown[] }

/**
 * Of other people's clippings only the subscription: since fe21ff61, a follower sees the last published words of an
 * unpublished one.
 */
const ownPart = ({ id, releases, isAuthor, mySubscription, ...words }: Clipping): Clipping => ({
  id,
  releases,
  isAuthor,
  mySubscription,
  ...(isAuthor ? words : {}),
})

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)

async function readView(person: Client): Promise<PersonView> {
  const { clippings } = await person.query<{ clippings: Clipping[] }>(CLIPPINGS)
  const ids = clippings.flatMap(({ releases }) => releases.map(({ id }) => id))
  const releases = await Promise.all(
    ids.map(async (id) => {
      const { releaseArticles } = await person.query<{ releaseArticles: { uniqueId: string }[] }>(
        'query ($id: String!) { releaseArticles(id: $id) { uniqueId } }',
        { id },
      )
      return { id, articles: releaseArticles.map(({ uniqueId }) => uniqueId).toSorted() }
    }),
  )
  const { marketplaceListings } = await person.query<{ marketplaceListings: { listings: unknown[] } }>(
    LISTINGS,
  )
  return {
    clippings: clippings.map(ownPart).toSorted(byId),
    releases: releases.toSorted(byId),
    listings: marketplaceListings.listings,
  }
}

/** Reads everything that the people of such a folder see of their own, in fields that all versions have. */
export async function readWhatPeopleSee(people: Record<PersonName, Client>): Promise<SeenByPeople> {
  const [autora, leitora, seguidora] = await Promise.all(PEOPLE.map((name) => readView(people[name])))
  const articles = await Promise.all(
    ARTICLE_IDS.map(async (id) => (await people.leitora.query(ARTICLES, { id })).article),
  )
  if (!autora || !leitora || !seguidora) throw new Error('somebody is missing')
  return { autora, leitora, seguidora, articles }
}
