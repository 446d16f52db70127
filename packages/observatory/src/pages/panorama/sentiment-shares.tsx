import { SentimentCountsDocument } from '../../api/generated/operations.ts'
import { useData } from '../../api/use-data.ts'
import { Chart } from '../../charts/chart.tsx'
import { Ready } from '../../frame/states.tsx'
import { formatCount, formatShare } from '../../format.ts'
import { texts } from '../../texts/texts.ts'
import type { Period } from './period.ts'

/** One bar for all articles of the period: positive, neutral, negative, and how many have no class yet. */
export function SentimentShares({ period }: { period: Period }) {
  const variables = { startDate: period.from, endDate: period.to }
  const loaded = useData(SentimentCountsDocument, variables)
  return (
    <Ready loaded={loaded} lines={3}>
      {({ all, positive, neutral, negative }) => {
        const known = positive.found + neutral.found + negative.found
        const parts = [
          { name: 'negative', label: texts.panorama.negative, count: negative.found },
          { name: 'neutral', label: texts.panorama.other, count: neutral.found },
          { name: 'positive', label: texts.panorama.positive, count: positive.found },
          { name: 'unknown', label: texts.panorama.unknown, count: Math.max(0, all.found - known) },
        ].filter(({ count }) => count > 0)
        const share = (count: number) => count / Math.max(1, all.found)
        return (
          <Chart
            title={texts.panorama.sentimentAll}
            help={texts.panorama.sentimentAllHelp}
            fileName="tom"
            source={{ document: SentimentCountsDocument, variables }}
            table={{
              columns: [texts.columns.sentiment, texts.columns.articles, texts.columns.share],
              rows: parts.map(({ label, count }) => [label, count, share(count)]),
            }}
          >
            {parts.length === 0 && <p>{texts.nothing}</p>}
            <div class="shares" aria-hidden="true">
              {parts.map(({ name, count }) => (
                <span key={name} class={`share share-${name}`} style={{ flexGrow: count }} />
              ))}
            </div>
            <ul class="legend">
              {parts.map(({ name, label, count }) => (
                <li key={name}>
                  <span class={`share-${name}`} aria-hidden="true" />
                  {formatShare(share(count))} {label} ({formatCount(count)})
                </li>
              ))}
            </ul>
          </Chart>
        )
      }}
    </Ready>
  )
}
