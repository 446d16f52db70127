import { texts } from '../../texts.ts'
import type { FacetsProps, ListName } from './selection.ts'

/** A value of a filter. */
export interface Option {
  code: string
  label: string
}

interface PickerProps extends FacetsProps {
  name: ListName
  label: string
  options: readonly Option[]
}

/** A list to add values from, and the chosen values with a button to remove each. */
export function Picker({ name, label, options, state, change }: PickerProps) {
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
