import { useState } from 'preact/hooks'
import { QuestionCountsDocument, type CountDimension } from '../../api/generated/operations.ts'
import { useData } from '../../api/use-data.ts'
import { Counted } from './counted.tsx'
import { formatCount, formatShare } from '../../format.ts'
import { texts } from '../../texts/texts.ts'
import { CountsOverTime } from './counts-over-time.tsx'
import { toArticleFilter, type FacetsProps, type ListName } from './selection.ts'

const words = texts.search

/** What the counts are by, in their order: the dimension of the API, and the filter that a click changes. */
const FACETS: readonly { by: CountDimension; name: ListName; title: string }[] = [
  { by: 'AGENCY', name: 'agencies', title: words.byAgency },
  { by: 'THEME', name: 'themes', title: words.byTheme },
  { by: 'STATE', name: 'states', title: words.byState },
  { by: 'ENTITY', name: 'entityCanonical', title: words.byEntity },
  { by: 'SENTIMENT', name: 'sentiment', title: words.bySentiment },
]
/** Values of a facet that are asked for, and those that stand there before a reader asks for all. */
const VALUES_MAX = 50
const VALUES_FIRST = 6

interface FacetProps extends FacetsProps {
  facet: (typeof FACETS)[number]
}

/** One dimension: its values with the number of articles, each a button that adds or removes the filter. */
function Facet({ facet: { by, name, title }, state, change }: FacetProps) {
  const [showsAll, setShowsAll] = useState(false)
  const filter = toArticleFilter(state)
  const loaded = useData(QuestionCountsDocument, { query: state.q, filter, by, limit: VALUES_MAX })
  // The results say once that nothing was found.
  if (loaded.data?.articleCounts.items.length === 0) return null
  const chosen = state[name]
  const toggle = (key: string) =>
    change({
      [name]: chosen.includes(key) ? chosen.filter((other) => other !== key) : [...chosen, key],
      page: 1,
    })
  return (
    <section class="facet">
      <h3>{title}</h3>
      <Counted loaded={loaded}>
        {({ articleCounts: { items } }) => (
          <>
            <ul>
              {items.slice(0, showsAll ? VALUES_MAX : VALUES_FIRST).map(({ key, label, count, share }) => (
                <li key={key}>
                  <button type="button" aria-pressed={chosen.includes(key)} onClick={() => toggle(key)}>
                    <span>{label}</span>{' '}
                    <small>
                      {formatCount(count)} ({formatShare(share)})
                    </small>
                  </button>
                </li>
              ))}
            </ul>
            {items.length > VALUES_FIRST && (
              <button type="button" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
                {showsAll ? words.fewer : words.allOf}
              </button>
            )}
          </>
        )}
      </Counted>
    </section>
  )
}

/** Counts of the present question over time and by each dimension. The API counts words, not meanings. */
export function Facets({ state, change }: FacetsProps) {
  if (state.semantic && state.q !== '') return <p class="help">{words.noCounts}</p>
  return (
    <>
      <CountsOverTime state={state} change={change} />
      {FACETS.map((facet) => (
        <Facet key={facet.name} facet={facet} state={state} change={change} />
      ))}
      <p class="help">{words.countsHelp}</p>
    </>
  )
}
