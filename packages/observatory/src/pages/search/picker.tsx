import { CodesField, type Option } from '../../frame/codes-field.tsx'
import { texts } from '../../texts/texts.ts'
import type { FacetsProps, ListName } from './selection.ts'

interface PickerProps extends FacetsProps {
  name: ListName
  label: string
  /** What the list shows before the first choice. */
  hint?: string | undefined
  options: readonly Option[]
}

/** The field of one list of a search. A change leads back to the first page of the results. */
export function Picker({ name, label, hint = texts.search.any, options, state, change }: PickerProps) {
  return (
    <CodesField
      label={label}
      hint={state[name].length === 0 ? hint : texts.search.another}
      options={options}
      chosen={state[name]}
      choose={(codes) => change({ [name]: codes, page: 1 })}
    />
  )
}
