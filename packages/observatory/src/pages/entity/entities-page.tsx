import { useState } from 'preact/hooks'
import { EntitySearchDocument, TrendingNowDocument } from '../../api/generated/operations.ts'
import { useData } from '../../api/use-data.ts'
import { useSettled } from '../../api/use-settled.ts'
import { Ready } from '../../frame/states.tsx'
import { useTitle } from '../../frame/use-title.ts'
import { formatCount, formatDecimal } from '../../format.ts'
import { paths } from '../../paths.ts'
import { texts } from '../../texts/texts.ts'
import { describeTrend } from '../panorama/describe-trend.ts'

interface Listed {
  entityId: string
  canonicalName: string
  type: string
}

/** `notes` say what the entity is and how often it is in the news. */
function EntityItem({ entity, notes }: { entity: Listed; notes: readonly string[] }) {
  return (
    <li class="card">
      <h3>
        <a href={paths.entity(entity.entityId)}>{entity.canonicalName}</a>
      </h3>
      <p class="card-meta">
        {notes.map((note) => (
          <span key={note}>{note}</span>
        ))}
      </p>
    </li>
  )
}

function Found({ query }: { query: string }) {
  const loaded = useData(EntitySearchDocument, { query })
  return (
    <Ready loaded={loaded} lines={6}>
      {({ entitySearch }) =>
        entitySearch.length === 0 ? (
          <p>{texts.nothing}</p>
        ) : (
          <ul class="cards plain">
            {entitySearch.map((entity) => (
              <EntityItem
                key={entity.entityId}
                entity={entity}
                notes={[
                  texts.entityTypes[entity.type] ?? entity.type,
                  texts.search.found(formatCount(entity.articleCount)),
                ]}
              />
            ))}
          </ul>
        )
      }
    </Ready>
  )
}

function Trending() {
  const loaded = useData(TrendingNowDocument, {})
  return (
    <Ready loaded={loaded} lines={10}>
      {({ trendingEntities }) =>
        trendingEntities.length === 0 ? (
          <p>{texts.nothing}</p>
        ) : (
          <ul class="cards plain">
            {trendingEntities.map((entity) => (
              <EntityItem
                key={entity.entityId}
                entity={entity}
                notes={[describeTrend(entity), texts.panorama.ratio(formatDecimal(entity.volumeRatio))]}
              />
            ))}
          </ul>
        )
      }
    </Ready>
  )
}

/** Search for people, organisations, places, laws and policies; before a search, those that are trending. */
export function EntitiesPage() {
  useTitle(texts.nav.entities)
  const [words, setWords] = useState('')
  const query = useSettled(words.trim())
  return (
    <>
      <h1>{texts.nav.entities}</h1>
      <p class="lead">{texts.entity.lead}</p>
      <div class="search-field">
        <input
          type="search"
          aria-label={texts.entity.find}
          placeholder={texts.entity.find}
          value={words}
          maxLength={200}
          onInput={({ currentTarget }) => setWords(currentTarget.value)}
        />
      </div>
      {query === '' ? (
        <>
          <h2>{texts.panorama.trendingEntities}</h2>
          <p class="help">{texts.panorama.trendingEntitiesHelp}</p>
          <Trending />
        </>
      ) : (
        <>
          <h2 class="unseen">{texts.search.results}</h2>
          <Found query={query} />
        </>
      )}
    </>
  )
}
