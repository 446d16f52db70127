import { useRef } from 'preact/hooks'
import { Chips } from './chips.tsx'

/** A value of a filter. */
export interface Option {
  code: string
  label: string
}

interface CodesFieldProps {
  label: string
  /** What the list shows before a choice. */
  hint: string
  /** The options by their names. */
  options: readonly Option[]
  chosen: readonly string[]
  choose: (codes: string[]) => void
}

/** A list to add values from, and the chosen values by name with a button to remove each. */
export function CodesField({ label, hint, options, chosen, choose }: CodesFieldProps) {
  const list = useRef<HTMLSelectElement>(null)
  const nameOf = (code: string) => options.find((option) => option.code === code)?.label ?? code
  const remove = (code: string) => {
    choose(chosen.filter((other) => other !== code))
    // The button that had the focus is gone.
    list.current?.focus()
  }
  return (
    <div class="picker">
      <label>
        {label}
        <select
          ref={list}
          value=""
          onChange={({ currentTarget }) => choose([...chosen, currentTarget.value])}
        >
          <option value="">{hint}</option>
          {options
            .filter(({ code }) => !chosen.includes(code))
            .map(({ code, label: name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
        </select>
      </label>
      <Chips values={chosen} nameOf={nameOf} remove={remove} />
    </div>
  )
}
