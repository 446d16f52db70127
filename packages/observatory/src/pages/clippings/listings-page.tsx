import { useLocation } from 'preact-iso'
import { ListingsDocument } from '../../api/generated/operations.ts'
import { useData } from '../../api/use-data.ts'
import { Pages } from '../../frame/pages.tsx'
import { Ready } from '../../frame/states.tsx'
import { useTitle } from '../../frame/use-title.ts'
import { formatCount } from '../../format.ts'
import { paths } from '../../paths.ts'
import { texts } from '../../texts/texts.ts'
import { describeSchedule } from './describe-schedule.ts'

const PAGE_SIZE = 20
/** The heading of the list. */
const LIST = 'publicados'

/** The marketplace: clippings that their authors have published. */
export function ListingsPage() {
  useTitle(texts.clippings.title)
  const { query, route } = useLocation()
  const page = Math.max(1, Math.floor(Number(query['page'])) || 1)
  const loaded = useData(ListingsDocument, { page, limit: PAGE_SIZE })
  const turn = (next: number) => route(next === 1 ? paths.clippings : `${paths.clippings}?page=${next}`)
  return (
    <>
      <div class="page-head">
        <div>
          <h1>{texts.clippings.title}</h1>
          <p class="lead">{texts.clippings.lead}</p>
        </div>
        <p class="actions">
          <a class="button" href={paths.newClipping}>
            {texts.clippings.create}
          </a>
          <a href={paths.myClippings}>{texts.clippings.mine}</a>
        </p>
      </div>
      <h2 class="unseen" id={LIST} tabIndex={-1}>
        {texts.clippings.published}
      </h2>
      <Ready loaded={loaded} lines={12}>
        {({ marketplaceListings }) => (
          <>
            {marketplaceListings.listings.length === 0 && <p>{texts.nothing}</p>}
            <div class="cards">
              {marketplaceListings.listings.map((listing) => (
                <article key={listing.id} class="card">
                  <h3>
                    <a href={paths.listing(listing.id)}>{listing.name}</a>
                  </h3>
                  <p class="card-text">{listing.description}</p>
                  <p class="card-meta">
                    <span>{texts.clippings.by(listing.authorDisplayName)}</span>
                    {listing.schedule && <span>{describeSchedule(listing.schedule)}</span>}
                  </p>
                  <p class="card-meta">
                    <span>{texts.clippings.likes(formatCount(listing.likeCount))}</span>
                    <span>{texts.clippings.followers(formatCount(listing.followerCount))}</span>
                  </p>
                  <ul class="chips">
                    {listing.recortes.map(({ title }) => (
                      <li key={title}>
                        <span>{title}</span>
                      </li>
                    ))}
                  </ul>
                </article>
              ))}
            </div>
            <Pages
              page={page}
              pages={Math.ceil(marketplaceListings.total / PAGE_SIZE)}
              turn={turn}
              list={LIST}
            />
          </>
        )}
      </Ready>
    </>
  )
}
