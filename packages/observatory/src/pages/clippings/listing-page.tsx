import { useState } from 'preact/hooks'
import { useLocation, useRoute } from 'preact-iso'
import { act, ActionFailure } from '../../api/act.ts'
import { API_URL } from '../../api/client.ts'
import {
  CloneListingDocument,
  FollowClippingDocument,
  LikeListingDocument,
  ListingDocument,
  UnfollowClippingDocument,
  type ListingQuery,
} from '../../api/generated/operations.ts'
import { logIn, readSession } from '../../api/session.ts'
import { useData } from '../../api/use-data.ts'
import { Missing } from '../../frame/missing.tsx'
import { FailedAction, ReadyPage } from '../../frame/states.tsx'
import { useTitle } from '../../frame/use-title.ts'
import { formatCount, formatMoment } from '../../format.ts'
import { paths } from '../../paths.ts'
import { texts } from '../../texts/texts.ts'
import { describeSchedule } from './describe-schedule.ts'
import { RecorteFilters } from './recorte-filters.tsx'

type Listing = NonNullable<ListingQuery['marketplaceListing']>

function Actions({ listing, reload }: { listing: Listing; reload: () => void }) {
  const { route } = useLocation()
  const [failure, setFailure] = useState<string>()
  const run = async (action: () => Promise<unknown>) => {
    setFailure(undefined)
    try {
      if (!readSession()) return await logIn()
      await action()
      reload()
    } catch (error) {
      setFailure(error instanceof ActionFailure ? error.message : texts.failures.network)
    }
    return undefined
  }
  const { sourceClippingId: id } = listing
  const deliveryChannels = { email: true }
  const startFollowing = () => act(FollowClippingDocument, { input: { clippingId: id, deliveryChannels } })
  const unfollow = () => act(UnfollowClippingDocument, { id })
  const clone = async () => {
    await act(CloneListingDocument, { id: listing.id })
    route(paths.myClippings)
  }
  return (
    <>
      <p class="actions">
        {listing.hasFollowed && (
          <>
            <span class="tag">{texts.clippings.followed}</span>
            <a class="button other" href={paths.editClipping(id)}>
              {texts.clippings.receive}
            </a>
          </>
        )}
        <button type="button" onClick={() => void run(listing.hasFollowed ? unfollow : startFollowing)}>
          {listing.hasFollowed ? texts.clippings.unfollow : texts.clippings.follow}
        </button>
        <button
          type="button"
          aria-pressed={listing.hasLiked ?? false}
          onClick={() => void run(() => act(LikeListingDocument, { id: listing.id }))}
        >
          {texts.clippings.like} · {formatCount(listing.likeCount)}
        </button>
        <button type="button" onClick={() => void run(clone)}>
          {texts.clippings.clone}
        </button>
        <a href={`${API_URL}/feeds/listings/${encodeURIComponent(listing.id)}.rss`}>{texts.search.rss}</a>
      </p>
      <FailedAction text={failure} />
    </>
  )
}

function Releases({ releases }: { releases: Listing['releases'] }) {
  return (
    <section>
      <h2>{texts.clippings.releases}</h2>
      {releases.length === 0 && <p>{texts.clippings.noReleases}</p>}
      <ul class="cards plain">
        {releases.map(({ id, createdAt, refTime, articlesCount, digestPreview }) => (
          <li key={id} class="card">
            <h3>
              <a href={`${API_URL}/edicoes/${encodeURIComponent(id)}`}>
                {formatMoment(refTime ?? createdAt)}
              </a>
            </h3>
            <p class="card-text">{digestPreview}</p>
            <p class="card-meta">{texts.search.found(formatCount(articlesCount))}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A published clipping: what it selects, when it arrives, and its releases. */
export function ListingPage() {
  const { params } = useRoute()
  const loaded = useData(ListingDocument, { id: params['id'] ?? '' })
  const listing = loaded.data?.marketplaceListing
  useTitle(listing?.name ?? texts.clippings.title)
  return (
    <ReadyPage loaded={loaded} lines={14}>
      {() =>
        listing ? (
          <>
            <h1>{listing.name}</h1>
            {listing.description && <p class="lead">{listing.description}</p>}
            <p class="card-meta">
              <span>{texts.clippings.by(listing.authorDisplayName)}</span>
              {listing.schedule && <span>{describeSchedule(listing.schedule)}</span>}
              <span>{texts.clippings.followers(formatCount(listing.followerCount))}</span>
            </p>
            <Actions listing={listing} reload={loaded.retry} />
            <h2>{texts.clippings.selects}</h2>
            <ul class="cards plain">
              {listing.recortes.map((recorte) => (
                <li key={recorte.id} class="card">
                  <h3>{recorte.title}</h3>
                  <RecorteFilters recorte={recorte} />
                </li>
              ))}
            </ul>
            <Releases releases={listing.releases} />
          </>
        ) : (
          <Missing title={texts.clippings.missing} href={paths.clippings} to={texts.nav.clippings} />
        )
      }
    </ReadyPage>
  )
}
