import type { SearchOptionsQuery } from '../../api/generated/operations.ts'
import { DayField } from '../../frame/day-field.tsx'
import { SelectField } from '../../frame/select-field.tsx'
import { toDay } from '../../format.ts'
import { texts } from '../../texts/texts.ts'
import type { ChangesState } from './changes-state.ts'

const words = texts.changes

interface ChangesFiltersProps {
  state: ChangesState
  options: SearchOptionsQuery | undefined
  change: (values: Partial<ChangesState>) => void
}

/** Filters by agency, theme, kind, grade and days. */
export function ChangesFilters({ state, options, change }: ChangesFiltersProps) {
  const agencies = (options?.agencies ?? []).map(({ code, label }) => [code, label] as const)
  const themes = (options?.themes ?? []).map(({ code, label }) => [code, `${code} ${label}`] as const)
  return (
    <form
      class="change-filters filters"
      aria-label={words.filters}
      onSubmit={(event) => event.preventDefault()}
    >
      <SelectField
        label={words.agency}
        any={words.any}
        value={state.agency}
        options={agencies}
        choose={(agency) => change({ agency })}
      />
      <SelectField
        label={words.theme}
        any={words.any}
        value={state.theme}
        options={themes}
        choose={(theme) => change({ theme })}
      />
      <SelectField
        label={words.kind}
        any={words.editedAndRemoved}
        value={state.kind}
        options={Object.entries(words.kinds)}
        choose={(kind) => change({ kind: kind as ChangesState['kind'] })}
      />
      <SelectField
        label={words.grade}
        any={words.any}
        value={state.grade}
        options={Object.entries(texts.grades)}
        choose={(grade) => change({ grade: grade as ChangesState['grade'] })}
      />
      <DayField label={words.from} value={state.from} max={state.to} choose={(from) => change({ from })} />
      <DayField
        label={words.to}
        value={state.to}
        min={state.from}
        max={toDay(new Date())}
        choose={(to) => change({ to })}
      />
    </form>
  )
}
