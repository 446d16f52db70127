import { API_URL } from '../../api/client.ts'
import { writeFeedPath } from '../../api/filter-addresses.ts'
import { RecorteNamesDocument, type RecorteFiltersFragment } from '../../api/generated/operations.ts'
import { useData } from '../../api/use-data.ts'
import { useEntityNames } from '../../api/use-entity-names.ts'
import { texts } from '../../texts/texts.ts'

/** What a recorte brings, by its names; nothing for new articles alone, as almost all recortes. */
const listEvents = ({ events }: RecorteFiltersFragment): string[] =>
  events.length === 1 && events[0] === 'PUBLISHED' ? [] : events.map((event) => texts.editor.events[event])

/** The filters of a recorte by their names, and its feed. */
export function RecorteFilters({ recorte }: { recorte: RecorteFiltersFragment }) {
  const { data, isLoading } = useData(RecorteNamesDocument, {})
  const entities = useEntityNames(recorte.entityCanonical) ?? recorte.entityCanonical
  const nameOf = (options: readonly { code: string; label: string }[] | undefined, code: string) =>
    options?.find((option) => option.code === code)?.label ?? (isLoading && !data ? '…' : code)
  const rows = [
    [texts.clippings.themes, recorte.themes.map((code) => nameOf(data?.themeTree, code))],
    [texts.clippings.agencies, recorte.agencies.map((key) => nameOf(data?.agencies, key))],
    [texts.clippings.excludeAgencies, recorte.excludeAgencies.map((key) => nameOf(data?.agencies, key))],
    [texts.clippings.states, recorte.states.map((code) => nameOf(data?.states.items, code))],
    [texts.clippings.entities, entities],
    [texts.clippings.keywords, recorte.keywords],
    [texts.clippings.excludeKeywords, recorte.excludeKeywords],
    [texts.clippings.events, listEvents(recorte)],
  ] as const
  return (
    <>
      <dl class="filter-list">
        {rows
          .filter(([, values]) => values.length > 0)
          .map(([label, values]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{values.join(', ')}</dd>
            </div>
          ))}
      </dl>
      <p class="card-meta">
        <a href={`${API_URL}${writeFeedPath(recorte)}`} aria-label={texts.clippings.feed(recorte.title)}>
          {texts.search.rss}
        </a>
      </p>
    </>
  )
}
