import type { SearchOptionsQuery } from '../../api/generated/operations.ts'
import { DayField } from '../../frame/day-field.tsx'
import { toDay } from '../../format.ts'
import { texts } from '../../texts.ts'
import { EntityPicker } from './entity-picker.tsx'
import { listPresets } from './period-presets.ts'
import { LISTS, type ListName, type SearchState } from './selection.ts'

interface FiltersProps {
  state: SearchState
  options: SearchOptionsQuery | undefined
  /** Changes some values of the state; the others keep those of the address. */
  change: (values: Partial<SearchState>) => void
}

interface Option {
  code: string
  label: string
}

interface PickerProps extends Pick<FiltersProps, 'state' | 'change'> {
  name: ListName
  label: string
  options: readonly Option[]
}

/** A list to add values from, and the chosen values with a button to remove each. */
function Picker({ name, label, options, state, change }: PickerProps) {
  const chosen = state[name]
  const labelOf = (code: string) => options.find((option) => option.code === code)?.label ?? code
  const set = (values: string[]) => change({ [name]: values, page: 1 })
  return (
    <div class="picker">
      <label>
        {label}
        <select value="" onChange={({ currentTarget }) => set([...chosen, currentTarget.value])}>
          <option value="">{texts.search.any}</option>
          {options
            .filter(({ code }) => !chosen.includes(code))
            .map(({ code, label }) => (
              <option key={code} value={code}>
                {label}
              </option>
            ))}
        </select>
      </label>
      <ul class="chips">
        {chosen.map((code) => (
          <li key={code}>
            <button
              type="button"
              aria-label={texts.search.remove(labelOf(code))}
              onClick={() => set(chosen.filter((other) => other !== code))}
            >
              {labelOf(code)} <span aria-hidden="true">×</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

const SENTIMENTS: Option[] = Object.entries(texts.search.sentiments).map(([code, label]) => ({ code, label }))

/** Periods by one click. */
function Presets({ state, change }: Pick<FiltersProps, 'state' | 'change'>) {
  return (
    <div class="presets" role="group" aria-label={texts.search.presets}>
      {listPresets(toDay(new Date())).map(({ label, startDate, endDate }) => (
        <button
          key={label}
          type="button"
          aria-pressed={state.startDate === startDate && state.endDate === endDate}
          onClick={() => change({ startDate, endDate, page: 1 })}
        >
          {label}
        </button>
      ))}
    </div>
  )
}

/** Filters by agency, theme, state, sentiment, entity and days. */
export function Filters({ state, options, change }: FiltersProps) {
  const words = texts.search
  const hasFilters =
    LISTS.some((name) => state[name].length > 0) || state.startDate !== '' || state.endDate !== ''
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
      <Picker name="themes" label={words.theme} options={themes} state={state} change={change} />
      <Picker name="states" label={words.state} options={states} state={state} change={change} />
      <Picker name="sentiment" label={words.sentiment} options={SENTIMENTS} state={state} change={change} />
      <EntityPicker
        chosen={state.entityCanonical}
        choose={(entityCanonical) => change({ entityCanonical, page: 1 })}
      />
      <Presets state={state} change={change} />
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
      {hasFilters && (
        <button type="button" onClick={clear}>
          {words.clear}
        </button>
      )}
    </div>
  )
}
