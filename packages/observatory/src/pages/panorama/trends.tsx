import { TrendsDocument, type TrendsQuery } from '../../api/generated/operations.ts'
import { useData } from '../../api/use-data.ts'
import { Chart } from '../../charts/chart.tsx'
import { TrendingThemes } from '../../charts/trending-themes.tsx'
import { Ready } from '../../frame/states.tsx'
import { formatDecimal } from '../../format.ts'
import { paths } from '../../paths.ts'
import { texts } from '../../texts/texts.ts'
import { describeTrend } from './describe-trend.ts'

const SOURCE = { document: TrendsDocument, variables: {} }

function TrendingEntities({ entities }: { entities: TrendsQuery['trendingEntities'] }) {
  const words = texts.panorama
  return (
    <Chart
      title={words.trendingEntities}
      help={words.trendingEntitiesHelp}
      fileName="entidades-em-alta"
      source={SOURCE}
      table={{
        columns: [
          texts.columns.entity,
          texts.columns.type,
          texts.columns.articles,
          texts.columns.agencies,
          texts.columns.usual,
          texts.columns.ratio,
          texts.columns.score,
        ],
        rows: entities.map((entity) => [
          entity.canonicalName,
          texts.entityTypes[entity.type] ?? entity.type,
          entity.windowCount,
          entity.windowAgencies,
          entity.baselineCount,
          entity.volumeRatio,
          entity.trendingScore,
        ]),
      }}
    >
      {entities.length === 0 && <p>{texts.nothing}</p>}
      <ol class="trends unmarked">
        {entities.map((entity) => (
          <li key={entity.entityId}>
            <strong class="growth">{formatDecimal(entity.volumeRatio)}×</strong>
            <div>
              <a href={paths.entity(entity.entityId)}>{entity.canonicalName}</a>{' '}
              {entity.isNew && <span class="tag">{words.isNew}</span>}
              <p>{describeTrend(entity)}</p>
            </div>
          </li>
        ))}
      </ol>
    </Chart>
  )
}

/** Themes and entities with more articles than usual, with the numbers behind. */
export function Trends() {
  const trends = useData(TrendsDocument, {})
  return (
    <Ready loaded={trends} lines={10}>
      {({ trendingThemes, trendingEntities }) => (
        <div class="columns">
          <TrendingThemes
            title={texts.panorama.trendingThemes}
            fileName="temas-em-alta"
            themes={trendingThemes}
            source={SOURCE}
          />
          <TrendingEntities entities={trendingEntities} />
        </div>
      )}
    </Ready>
  )
}
