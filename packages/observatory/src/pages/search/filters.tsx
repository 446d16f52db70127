import type { SearchOptionsQuery } from '../../api/generated/operations.ts'
import { DayField } from '../../frame/day-field.tsx'
import { texts } from '../../texts/texts.ts'
import type { Option } from '../../frame/codes-field.tsx'
import { EntityPicker } from '../../frame/entity-picker.tsx'
import { ExcludedWords } from './excluded-words.tsx'
import { Picker } from './picker.tsx'
import { countFilters, LISTS, type FacetsProps } from './selection.ts'

interface FiltersProps extends FacetsProps {
  options: SearchOptionsQuery | undefined
}

const SENTIMENTS: Option[] = Object.entries(texts.search.sentiments).map(([code, label]) => ({ code, label }))

/** Filters by agency, theme, state, sentiment, entity and days, and what to leave out. */
export function Filters({ state, options, change }: FiltersProps) {
  const words = texts.search
  const clear = () => {
    const emptied = Object.fromEntries(LISTS.map((name) => [name, []]))
    change({ ...emptied, startDate: '', endDate: '', page: 1 })
  }
  const themes = (options?.themes ?? []).map(({ code, label }) => ({ code, label: `${code} ${label}` }))
  const states = (options?.states.items ?? []).map(({ key, label }) => ({ code: key, label }))
  return (
    <div class="filters">
      <Picker
        name="agencies"
        label={words.agency}
        options={options?.agencies ?? []}
        state={state}
        change={change}
      />
      <Picker
        name="excludeAgencies"
        label={words.excludeAgencies}
        hint={words.none}
        options={options?.agencies ?? []}
        state={state}
        change={change}
      />
      <Picker name="themes" label={words.theme} options={themes} state={state} change={change} />
      <Picker name="states" label={words.state} options={states} state={state} change={change} />
      <Picker name="sentiment" label={words.sentiment} options={SENTIMENTS} state={state} change={change} />
      <EntityPicker
        chosen={state.entityCanonical}
        choose={(entityCanonical) => change({ entityCanonical, page: 1 })}
      />
      <ExcludedWords state={state} change={change} />
      <DayField
        label={words.from}
        value={state.startDate}
        max={state.endDate || undefined}
        isOptional
        choose={(startDate) => change({ startDate, page: 1 })}
      />
      <DayField
        label={words.to}
        value={state.endDate}
        min={state.startDate || undefined}
        isOptional
        choose={(endDate) => change({ endDate, page: 1 })}
      />
      {countFilters(state) > 0 && (
        <button type="button" onClick={clear}>
          {words.clear}
        </button>
      )}
    </div>
  )
}
