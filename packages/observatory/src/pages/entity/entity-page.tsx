import { useLocation, useRoute } from 'preact-iso'
import { EntityPageDocument, type EntityPageQuery } from '../../api/generated/operations.ts'
import { useData } from '../../api/use-data.ts'
import { usePlot } from '../../charts/plot.tsx'
import { ArticleList } from '../../frame/article-card.tsx'
import { Missing } from '../../frame/missing.tsx'
import { ReadyPage } from '../../frame/states.tsx'
import { useTitle } from '../../frame/use-title.ts'
import { daysBefore, formatCount, toDay } from '../../format.ts'
import { paths } from '../../paths.ts'
import { texts } from '../../texts/texts.ts'
import { ReceiveByEmail } from '../alerts/receive-by-email.tsx'
import { Coverage } from './coverage.tsx'
import { Network } from './network.tsx'
import { readDays } from './network-days.ts'

const DAYS = 180

function About({ entity }: { entity: NonNullable<EntityPageQuery['entity']> }) {
  return (
    <>
      <h1>{entity.canonicalName ?? entity.entityId}</h1>
      <p class="card-meta">
        <span>{texts.entityTypes[entity.type ?? ''] ?? entity.type}</span>
        {entity.agencyKey && <a href={paths.agency(entity.agencyKey)}>{texts.entity.agency}</a>}
        {entity.wikidataUrl && (
          <a href={entity.wikidataUrl} rel="noopener external">
            Wikidata
          </a>
        )}
        <a href={`${paths.search}?${new URLSearchParams({ entityCanonical: entity.entityId })}`}>
          {texts.entity.search}
        </a>
      </p>
      <ReceiveByEmail selection={{ entities: [entity.entityId] }} />
      {entity.description && <p class="lead">{entity.description}</p>}
      {entity.aliases.length > 0 && (
        <p class="help">
          {texts.entity.aliases} {entity.aliases.join(' · ')}
        </p>
      )}
    </>
  )
}

/** One entity: what it is, who writes about it, with whom it appears, and its articles. */
export function EntityPage() {
  usePlot()
  const { params } = useRoute()
  const { url } = useLocation()
  const id = params['id'] ?? ''
  const days = readDays(new URLSearchParams(url.split('?')[1] ?? ''), toDay(new Date()))
  const variables = { id, dateFrom: daysBefore(new Date(), DAYS) }
  const loaded = useData(EntityPageDocument, variables)
  useTitle(loaded.data?.entity?.canonicalName ?? texts.nav.entities)
  return (
    <ReadyPage loaded={loaded} lines={20}>
      {({ entity, coverage, articles }) =>
        entity ? (
          <>
            <About entity={entity} />
            <Coverage
              points={coverage}
              dateFrom={variables.dateFrom}
              source={{ document: EntityPageDocument, variables }}
            />
            <Network id={entity.entityId} name={entity.canonicalName ?? entity.entityId} days={days} />
            <h2>{texts.search.found(formatCount(articles.found))}</h2>
            <ArticleList articles={articles.articles} />
          </>
        ) : (
          <Missing title={texts.entity.missing} href={paths.entities} to={texts.nav.entities} />
        )
      }
    </ReadyPage>
  )
}
