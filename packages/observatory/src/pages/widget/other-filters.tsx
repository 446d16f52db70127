import { useEntityNames } from '../../api/use-entity-names.ts'
import { formatDay } from '../../format.ts'
import type { Option } from '../../frame/codes-field.tsx'
import { texts } from '../../texts/texts.ts'
import type { SearchState } from '../search/selection.ts'
import { readOthers, writeOthers } from './widget-choice.ts'
import type { WidgetChoice } from './write-snippet.ts'

const words = texts.widget

/** A filter that the form has no field for, and the search without it. */
type Other = readonly [name: string, without: Partial<SearchState>]

function listOthers(
  state: SearchState,
  { agencies, entities }: { agencies: readonly Option[]; entities: readonly string[] },
): Other[] {
  const { excludeAgencies, excludeKeywords, states, sentiment, entityCanonical, startDate, endDate } = state
  const tones: Record<string, string> = texts.search.sentiments
  const without = (codes: readonly string[], code: string) => codes.filter((other) => other !== code)
  const nameOf = (key: string) => agencies.find(({ code }) => code === key)?.label ?? key
  return [
    ...excludeAgencies.map((key): Other => [
      texts.search.exceptAgency(nameOf(key)),
      { excludeAgencies: without(excludeAgencies, key) },
    ]),
    ...excludeKeywords.map((expression): Other => [
      texts.search.withoutWords(expression),
      { excludeKeywords: without(excludeKeywords, expression) },
    ]),
    ...states.map((code): Other => [code, { states: without(states, code) }]),
    ...sentiment.map((tone): Other => [tones[tone] ?? tone, { sentiment: without(sentiment, tone) }]),
    ...entityCanonical.map((id, at): Other => [
      entities[at] ?? id,
      { entityCanonical: without(entityCanonical, id) },
    ]),
    ...(startDate === '' ? [] : [[words.from(formatDay(startDate)), { startDate: '' }] as const]),
    ...(endDate === '' ? [] : [[words.to(formatDay(endDate)), { endDate: '' }] as const]),
  ]
}

interface OtherFiltersProps {
  choice: WidgetChoice
  agencies: readonly Option[]
  change: (choice: WidgetChoice) => void
}

/** The filters of a search that the form has no field for, each with a button that drops it; nothing without any. */
export function OtherFilters({ choice, agencies, change }: OtherFiltersProps) {
  const state = readOthers(choice)
  const entities = useEntityNames(state.entityCanonical) ?? []
  const others = listOthers(state, { agencies, entities })
  if (others.length === 0) return null
  return (
    <div class="picker">
      <span>{words.others}</span>
      <ul class="chips">
        {others.map(([name, without]) => (
          <li key={name}>
            <button
              type="button"
              aria-label={texts.search.remove(name)}
              onClick={() => change({ ...choice, filter: writeOthers({ ...state, ...without }) })}
            >
              {name} <span aria-hidden="true">×</span>
            </button>
          </li>
        ))}
      </ul>
      {state.endDate !== '' && <p class="warning">{words.ends(formatDay(state.endDate))}</p>}
    </div>
  )
}
