import { NO_CHANNELS, NO_URLS } from '@pauta/clippings/subscriptions/channels'
import { parseClipping, type Clipping } from '@pauta/clippings/clippings/clipping'
import { listClippings } from '@pauta/clippings/clippings/queries'
import { subscribe } from '@pauta/clippings/subscriptions/subscribe'
import { createClipping, setClippingActive } from '@pauta/clippings/clippings/writes'
import type { DbPool } from '@pauta/platform/database/database'
import { cloneListing } from '@pauta/clippings/marketplace/clone'
import { toggleLike } from '@pauta/clippings/marketplace/likes'
import { parseListingWords } from '@pauta/clippings/marketplace/listing'
import { publishClipping } from '@pauta/clippings/marketplace/publish'
import { listLikedListings } from '@pauta/clippings/marketplace/queries'
import { addIdentity } from '@pauta/people/people/identities'
import { readProfile } from '@pauta/people/people/profile'
import { putPushPreferences } from '@pauta/delivery/channels/push/preferences'
import type { SearchIndex } from '@pauta/core/search-index/client'
import { DAY_MS } from '@pauta/platform/time/time'
import { SAMPLE_CLIPPINGS, type SampleClipping, type SamplePerson } from './sample-clippings.ts'
import { writeSampleReleases } from './sample-releases.ts'

const PEOPLE: readonly SamplePerson[] = ['author', 'reader', 'guest']

export interface SamplePeopleOptions {
  db: DbPool
  index: SearchIndex
  /** The issuer at which the people log in, and the claims that it has for each of them. */
  issuer: string
  describePerson: (name: string) => Record<string, unknown>
  now: Date
}

type UserIds = Record<SamplePerson, string>

async function addPeople({ db, issuer, describePerson, now }: SamplePeopleOptions): Promise<UserIds> {
  const ids: Partial<UserIds> = {}
  for (const name of PEOPLE) {
    const identity = { issuer, subject: name }
    ids[name] = await addIdentity(db, { identity, said: readProfile(describePerson(name)), now })
  }
  return ids as UserIds
}

async function findOwn(db: DbPool, userId: string, name: string): Promise<Clipping | undefined> {
  const clippings = await listClippings(db, userId)
  return clippings.find((clipping) => clipping.authorUserId === userId && clipping.name === name)
}

/** Writes the clipping with its past creation time. From now on it runs by its schedule, or is paused. */
async function writeClipping(
  db: DbPool,
  sample: SampleClipping,
  userId: string,
  now: Date,
): Promise<Clipping> {
  const made =
    (await findOwn(db, userId, sample.input.name)) ??
    (await createClipping(db, parseClipping(sample.input), {
      userId,
      now: new Date(now.getTime() - sample.ageDays * DAY_MS),
    }))
  const request = { id: made.id, userId, now }
  const resting = await setClippingActive(db, false, request)
  return sample.paused ? resting : await setClippingActive(db, true, request)
}

/** Publishes a clipping, then adds the likes, follows and clones of the other people. */
async function writeListing(
  { db, now }: SamplePeopleOptions,
  clipping: Clipping,
  { by, listing }: SampleClipping,
  ids: UserIds,
): Promise<void> {
  if (!listing) return
  const then = new Date(now.getTime() - listing.ageDays * DAY_MS)
  const later = new Date(then.getTime() + DAY_MS)
  const words = parseListingWords(listing)
  const publication = { userId: ids[by], clippingId: clipping.id, words, now: then }
  const listingId = clipping.marketplaceListingId ?? (await publishClipping(db, publication)).id
  for (const name of listing.likedBy) {
    const liked = await listLikedListings(db, ids[name], [listingId])
    if (liked.size === 0) await toggleLike(db, { userId: ids[name], listingId })
  }
  for (const name of listing.followedBy) {
    const request = { userId: ids[name], clippingId: clipping.id, now: later }
    const channels = { ...NO_CHANNELS, email: true }
    await subscribe(db, request, { channels, extraEmails: [], urls: NO_URLS })
  }
  for (const name of listing.clonedBy)
    if (!(await findOwn(db, ids[name], words.name ?? clipping.name)))
      await cloneListing(db, { userId: ids[name], listingId, now: later })
}

/**
 * Creates the people of the sample data, their clippings and listings, their actions on each other's listings, and the
 * releases of the last weeks, from the articles in the index. Existing rows do not change, so an interrupted load can
 * be finished.
 */
export async function loadSamplePeople(options: SamplePeopleOptions): Promise<void> {
  const { db, now } = options
  const ids = await addPeople(options)
  for (const sample of SAMPLE_CLIPPINGS) {
    const clipping = await writeClipping(db, sample, ids[sample.by], now)
    await writeListing(options, clipping, sample, ids)
    await writeSampleReleases(options, clipping, { count: sample.releases, now })
  }
  await putPushPreferences(db, {
    userId: ids.reader,
    preferences: { agencies: ['saude', 'mec'], themes: ['05'], enabled: true },
    now,
  })
}
