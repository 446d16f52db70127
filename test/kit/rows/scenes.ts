import type { DbPool } from '@pauta/platform/database/database'
import type { Named } from '../client/root-fields.ts'
import { uniqueName, type TestStack } from '../stack/stack.ts'
import { addAlert } from './alerts.ts'
import { createClipping, newPerson, publish, type Person } from './people.ts'
import { tables } from './tables.ts'

/** One author's belongings, and the people around them. */
export interface Scene extends Named {
  author: Person
  subscriber: Person
}

/** Makes two clippings of an author, one with a follower, a release with the article, and one listing. */
export async function makeScene(stack: TestStack, articleId: string): Promise<Scene> {
  const author = await newPerson(stack)
  const subscriber = await newPerson(stack)
  const clippingId = await createClipping(author)
  const formerListing = await publish(author, clippingId)
  await subscriber.query(
    'mutation ($id: String!) { subscribeToClipping(input: {clippingId: $id, deliveryChannels: {}}) { id } }',
    { id: clippingId },
  )
  // Followers keep what was made while the clipping was public.
  const releaseId = uniqueName('release')
  await tables.releases.add(stack.db, {
    id: releaseId,
    clippingId,
    clippingName: 'Saúde',
    digestHtml: '<html></html>',
    articleIds: [articleId],
    articlesCount: 1,
    refTime: new Date(),
  })
  await tables.releaseChanges.add(stack.db, { releaseId, uniqueId: articleId })
  await author.query('mutation ($id: String!) { unpublishFromMarketplace(listingId: $id) }', {
    id: formerListing,
  })
  const listingId = await publish(author, await createClipping(author, { name: 'Publicado' }))
  const scene = { author, subscriber, clippingId, listingId, releaseId, articleId }
  return { ...scene, ...(await makeAlert(stack.db)) }
}

/** An alert, which everybody who has its token may end. */
export async function makeAlert(db: DbPool): Promise<Pick<Scene, 'alertId' | 'alertToken'>> {
  const { id: alertId, token: alertToken } = await addAlert(db)
  // Every caller of the tests has one network.
  await tables.alertAttempts.remove(db)
  return { alertId, alertToken }
}
